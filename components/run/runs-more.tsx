import { Button } from '#components/ui/button.tsx';

export function RunsMore({
  hasMore,
  isLoading,
  onMore,
}: {
  hasMore: boolean;
  isLoading: boolean;
  onMore: () => void;
}) {
  if (!hasMore) return null;
  return (
    <div className="flex justify-center p-4">
      <Button onClick={onMore} disabled={isLoading}>
        {isLoading ? 'Loading…' : 'Load more'}
      </Button>
    </div>
  );
}
