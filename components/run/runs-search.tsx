'use client';

import { Search } from 'lucide-react';
import { useState } from 'react';
import { Input } from '#components/ui/input.tsx';

/** Looks for a contact or an id; Enter asks. */
export function RunsSearch({
  search,
  onSearch,
}: {
  search: string;
  onSearch: (search: string) => void;
}) {
  const [text, setText] = useState(search);
  return (
    <search>
      <form
        className="relative w-56"
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(text.trim());
        }}
      >
        <Search aria-hidden className="absolute top-2 left-2.5 size-4 text-ink-3 max-md:top-3.5" />
        <Input
          type="search"
          aria-label="Find runs by contact or id"
          placeholder="Contact or id"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="pl-8"
        />
      </form>
    </search>
  );
}
