import { clientOf, RECORDED_AT, type SentRequest } from './client-of.ts';
import { PRICES } from './paying-node.ts';

/** What a node knows of an account. */
export interface WalletState {
  /** In small units. An account without a balance does not exist. */
  balance?: number;
  /** The balance in solid blocks; `balance` without it. */
  solidBalance?: number;
  energy?: number;
  stakedBandwidth?: number;
  freeBandwidth?: number;
  /** Units of TRC-10 tokens by their ids. */
  assets?: Readonly<Record<string, number>>;
  /** Units of each TRC-20 token by its contract. */
  tokens?: Readonly<Record<string, bigint>>;
  /** The owner permission, in the form of the node. */
  permission?: object;
}

/** A node that tells accounts, which a test may change at any time, and the prices of the network. */
export function walletNode(
  accounts: Readonly<Record<string, WalletState>>,
  prices: Readonly<Record<string, number>> = PRICES,
) {
  let now = RECORDED_AT;
  /** What answers wait for. */
  let delay = async (_path: string): Promise<void> => {};
  const answer = ({ path, body }: SentRequest): object => {
    if (path === '/wallet/getchainparameters')
      return { chainParameter: Object.entries(prices).map(([key, value]) => ({ key, value })) };
    const address = String(body['address'] ?? body['owner_address']);
    const {
      balance,
      solidBalance = balance,
      assets = {},
      tokens = {},
      permission,
      ...resources
    } = accounts[address] ?? {};
    if (path === '/wallet/triggerconstantcontract') {
      const units = (tokens[String(body['contract_address'])] ?? 0n).toString(16).padStart(64, '0');
      return { result: { result: true }, constant_result: [units], energy_used: 1 };
    }
    if (balance === undefined) return {};
    if (path === '/wallet/getaccountresource')
      return {
        EnergyLimit: resources.energy ?? 0,
        NetLimit: resources.stakedBandwidth ?? 0,
        freeNetLimit: resources.freeBandwidth ?? 0,
        TotalNetLimit: 1,
      };
    return {
      address,
      balance: path.startsWith('/walletsolidity') ? solidBalance : balance,
      assetV2: Object.entries(assets).map(([key, value]) => ({ key, value })),
      ...(permission && { owner_permission: permission }),
    };
  };
  const { client, requests } = clientOf(
    async (request) => {
      // What it answers is what it knew when it was asked.
      const known = answer(request);
      await delay(request.path);
      return Response.json(known);
    },
    { clock: { now: () => now, sleep: () => new Promise<never>(() => {}) } },
  );
  return {
    client,
    advance: (ms: number): void => void (now += ms),
    /** Has answers wait for a promise that a function returns. */
    delayAnswers: (wait: typeof delay): void => void (delay = wait),
    /** How often a path was requested. */
    count: (path: string): number => requests.filter((request) => request.path === path).length,
  };
}
