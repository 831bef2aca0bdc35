/** A text of the consortium: paragraphs, separated by empty lines. */
export function Paragraphs({ text, className }: { text: string; className?: string }) {
  const parts = text.split(/\n{2,}/).filter(Boolean);
  if (parts.length === 0) return null;
  return (
    <div className={className}>
      {parts.map((part, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no name of their own and keep their order
        <p key={i}>{part}</p>
      ))}
    </div>
  );
}
