/**
 * The words of wallets whose user has refused: TronLink's extension ("Confirmation declined by user") and its apps
 * ("cancel", "cancle"), WalletConnect ("User rejected methods."), imToken ("user_canceled"), Ledger ("denied by the user").
 */
const REFUSAL =
  /\b(?:declined|rejected|denied|cancell?ed) by (?:the )?user\b|\buser[ _](?:declined|rejected|denied|disapproved|cancell?ed)\b|^canc(?:el|le)$/i;
/** The code of a refusal in EIP-1193 and TIP-1193. */
const REFUSED = 4001;
/** How many errors deep adapters wrap a wallet's. */
const MAX_DEPTH = 3;

/** Whether a wallet's error, or its answer, certainly says that the user has refused. */
export function isRefusal(answer: unknown, depth = 0): boolean {
  const { code, message, error, cause }: Partial<Record<'code' | 'message' | 'error' | 'cause', unknown>> =
    Object(answer);
  const text = typeof answer === 'string' ? answer : message;
  if (code === REFUSED || (typeof text === 'string' && REFUSAL.test(text))) return true;
  return depth < MAX_DEPTH && [error, cause].some((inner) => inner !== undefined && isRefusal(inner, depth + 1));
}
