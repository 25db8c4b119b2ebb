import { sendTransaction, stake, triggerSmartContract } from '@coin/rpc';
import { encodeCall } from '@coin/rpc/abi';
import { createKeySigner } from '@coin/rpc/signer';
import compiled from '../../../fixtures/swap-pool.json' with { type: 'json' };
import { openLocalNetwork, type LocalNetwork } from '../node/local-network.ts';
import { ACCOUNTS } from './actions.ts';

/** An account that acts. */
export interface Actor {
  readonly address: string;
  readonly signer: ReturnType<typeof createKeySigner>;
}

/** A network on which others have staked, and a token that all actors have. */
export interface Stage extends LocalNetwork {
  readonly actors: readonly Actor[];
  readonly token: string;
}

const { abi, bytecode } = compiled.Token;
const COIN = 1_000_000n;
const TOKENS = 1_000_000_000n;
const FEE_LIMIT = 1_000n * COIN;

/** About what is staked on the main network: a coin then gives as much bandwidth and energy as there. */
const STAKED_BY_OTHERS = { bandwidth: 26_000_000_000n * COIN, energy: 20_000_000_000n * COIN };

/** A call that transfers tokens. */
export const tokenTransfer = (contract: string, to: string, amount: bigint) => ({
  contract,
  feeLimit: FEE_LIMIT,
  ...encodeCall({ abi, functionName: 'transfer', args: [to, amount] }),
});

/** Prepares a network by the last of its accounts, so those that act are as they were. */
export async function setStage(): Promise<Stage> {
  const network = openLocalNetwork();
  const { node, client } = network;
  const others = node.accounts[9];
  const { bandwidth, energy } = STAKED_BY_OTHERS;
  node.setBalance(others.address, bandwidth + energy + 10_000n * COIN);
  const owner = others.address;
  const signer = createKeySigner(others.privateKey);
  const { address: token } = await node.deploy({ abi, bytecode, args: ['TOKEN', TOKENS], name: 'Token', owner });
  const stakes = [
    stake(client, { owner, amount: bandwidth, resource: 'BANDWIDTH' }),
    stake(client, { owner, amount: energy, resource: 'ENERGY' }),
  ];
  for (const transaction of stakes) await sendTransaction(client, { transaction, signer });
  const actors = node.accounts.slice(0, ACCOUNTS).map(({ address, privateKey }) => ({
    address,
    signer: createKeySigner(privateKey),
  }));
  for (const { address } of actors) {
    const transaction = triggerSmartContract(client, { owner, ...tokenTransfer(token, address, TOKENS / 10n) });
    await sendTransaction(client, { transaction, signer });
  }
  return { ...network, actors, token };
}
