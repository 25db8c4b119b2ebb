/**
 * Something that no interface of a network reports, so a fork approximates it, or a rule that this node lacks. A result
 * that depends on it may differ from the network's.
 */
export interface ForkUnknown {
  /**
   * - `bandwidth-usage`, `energy-usage`, `free-bandwidth-usage`: an account's used resource, which nodes show recovered
   *   and rounded.
   * - `token-bandwidth-usage`: the used bandwidth of a token, by an account or by all its senders, shown likewise.
   * - `shared-bandwidth`: the free bandwidth that all accounts share, assumed to be unused.
   * - `energy-factor`: a contract's factor since its last call, which nodes show rounded.
   * - `votes`: votes of the cycle in which the fork began, which its first maintenance does not count.
   * - `block-version`: whether witnesses have voted for the blocks' version, taken as no if they have made no block.
   * - `brokerage`: a witness's brokerage after that cycle, assumed to stay.
   * - `fee-pool`: the fees that the network's next block pays to its witness, assumed to be 0.
   * - `cycle-number`: the number of the maintenance cycle, counted from 1.
   * - `late-read`: a record that was read after the network had produced more blocks.
   * - `rule`: a chain parameter that this node does not know and that `acceptUnknown` accepts. Every result lists it.
   */
  readonly kind:
    | 'bandwidth-usage'
    | 'energy-usage'
    | 'free-bandwidth-usage'
    | 'token-bandwidth-usage'
    | 'shared-bandwidth'
    | 'energy-factor'
    | 'votes'
    | 'block-version'
    | 'brokerage'
    | 'fee-pool'
    | 'cycle-number'
    | 'late-read'
    | 'rule';
  /**
   * The account, contract or witness in base58check, a token's id, the record that was read late, or the parameter's
   * name.
   */
  readonly subject?: string;
}

/** The name under which equal unknowns are one. */
export const nameOfUnknown = ({ kind, subject = '' }: ForkUnknown): string => `${kind} ${subject}`;
