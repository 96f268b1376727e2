import { useRef, useState } from 'react';
import { type ImportSource, type ReadImport, readImport } from './read-import.ts';

/** Reads one source after another and holds what came of the latest; null before the first. */
export function useImport(): {
  read: ReadImport | null;
  take: (source: ImportSource) => Promise<ReadImport>;
  forget: () => void;
} {
  const [read, setRead] = useState<ReadImport | null>(null);
  const latest = useRef(0);
  const take = async (source: ImportSource): Promise<ReadImport> => {
    latest.current += 1;
    const own = latest.current;
    const result = await readImport(source);
    // A large file that was chosen first may be read last.
    if (own === latest.current) setRead(result);
    return result;
  };
  return { read, take, forget: () => setRead(null) };
}
