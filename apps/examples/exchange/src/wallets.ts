import { type OutboxIntent } from '@coin/payments';
import { getAccount, getAccountResources, type Address } from '@coin/rpc';
import { token } from '@coin/rpc/abi';
import { type Exchange } from './setup.ts';

/** The intent that moves a currency from one address to another. */
export function transferOf(currency: string, transfer: { owner: Address; to: Address; amount: bigint }): OutboxIntent {
  if (currency === 'coin') return { kind: 'transfer', ...transfer };
  return currency.startsWith('T')
    ? { kind: 'transfer-token', ...transfer, token: currency }
    : { kind: 'transfer-asset', ...transfer, tokenId: currency };
}

/** What an address has of a currency in blocks that no fork can undo. */
export async function balanceOf({ client }: Exchange, address: Address, currency: string): Promise<bigint> {
  if (currency.startsWith('T')) return token(client, currency).balanceOf(address, { state: 'solid' });
  const account = await getAccount(client, { address }, { state: 'solid' });
  if (currency === 'coin') return account?.balance ?? 0n;
  return account?.assets.find(({ tokenId }) => tokenId === currency)?.amount ?? 0n;
}

/** The hot wallets, with what they have of a currency, the richest first. */
async function rankWallets(exchange: Exchange, currency: string) {
  const wallets = exchange.hot.map(async ({ address }) => ({
    address,
    balance: await balanceOf(exchange, address, currency),
  }));
  return (await Promise.all(wallets)).sort((a, b) => Number(b.balance - a.balance));
}

/** Chooses the hot wallet that pays. For a token: of the wallets that have enough, the one with the most energy. */
export async function choosePayer(exchange: Exchange, currency: string, amount: bigint): Promise<Address> {
  const ranked = await rankWallets(exchange, currency);
  const able = ranked.filter(({ balance }) => balance >= amount);
  const [richest] = ranked.map(({ address }) => address);
  if (richest === undefined) throw new Error('there is no hot wallet');
  if (!currency.startsWith('T') || able.length < 2) return able[0]?.address ?? richest;
  const resources = able.map(async ({ address }) => {
    const { energy } = (await getAccountResources(exchange.client, { address })) ?? {};
    return { address, energy: (energy?.limit ?? 0n) - (energy?.used ?? 0n) };
  });
  const [best] = (await Promise.all(resources)).sort((a, b) => Number(b.energy - a.energy));
  return best?.address ?? richest;
}

/** The hot wallet that gets swept deposits: the one that has the least. */
export async function chooseReceiver(exchange: Exchange, currency: string): Promise<Address> {
  const poorest = (await rankWallets(exchange, currency)).at(-1);
  if (poorest === undefined) throw new Error('there is no hot wallet');
  return poorest.address;
}
