import * as fc from 'fast-check';
import { ACCOUNTS, RESOURCES, type Action } from '../../src/playground/accounts/actions.ts';

const account = fc.integer({ min: 1, max: ACCOUNTS });
const amount = fc.oneof(fc.bigInt(1n, 20_000_000_000n), fc.bigInt(0n, 10n ** 18n - 1n));
const resource = fc.constantFrom(...RESOURCES);

const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ do: fc.constant('send' as const), from: account, to: account, amount }),
  fc.record({ do: fc.constant('call' as const), from: account, to: account }),
  fc.record({ do: fc.constantFrom('stake' as const, 'unstake' as const), from: account, resource, amount }),
  fc.record({
    do: fc.constantFrom('delegate' as const, 'undelegate' as const),
    from: account,
    to: account,
    resource,
    amount,
  }),
  fc.record({ do: fc.constant('vote' as const), from: account, votes: amount }),
  fc.record({ do: fc.constantFrom('reward' as const, 'collect' as const), from: account }),
  fc.record({ do: fc.constant('blocks' as const), count: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ do: fc.constant('hours' as const), count: fc.integer({ min: 1, max: 30 }) }),
  fc.constant({ do: 'cycle' as const }),
);

/** Lists of actions, some of which the chain rejects. */
export const actions = fc.array(action, { maxLength: 8 });
