/**
 * The tab that a key moves to, of as many as there are; undefined for any other key.
 *
 * Source: https://www.w3.org/WAI/ARIA/apg/patterns/tabs/
 */
export function tabAfterKey(key: string, current: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (current + 1) % count;
    case 'ArrowLeft':
      return (current + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
