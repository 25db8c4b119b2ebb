import { getAccount, getReward, totalBalance, type Permission } from '@coin/rpc';
import { toAmount } from '../output/amount.ts';
import { type DataObject } from '../output/data.ts';
import { openClient, type Session } from '../session.ts';
import { NotFoundError } from '../usage-error.ts';
import { readAddress } from '../values/address.ts';
import { readResources } from './resources.ts';

const describePermission = ({ permissionId, name, threshold, keys, operations }: Permission): DataObject => ({
  permissionId,
  name,
  threshold,
  keys: keys.map(({ address, weight }) => `${address} (${weight})`),
  operations,
});

/** `coin account`: what an account has and who controls it. */
export async function showAccount(session: Session, { address: text }: { readonly address: string }) {
  const address = readAddress(text);
  const client = await openClient(session);
  const options = { signal: session.signal };
  const account = await getAccount(client, { address }, options);
  if (account === undefined) throw new NotFoundError(`No account exists at ${address} on this network`);
  const { ownerPermission, activePermissions } = account;
  const permissions = [...(ownerPermission ? [ownerPermission] : []), ...activePermissions];
  return {
    address,
    kind: account.kind,
    name: account.name,
    created: account.createTime === undefined ? undefined : new Date(account.createTime),
    balance: toAmount(account.balance),
    total: toAmount(totalBalance(account)),
    reward: toAmount(await getReward(client, { address }, options)),
    staked: account.staked.map(({ resource, amount, delegated, expireTime }) => ({
      resource,
      amount: toAmount(amount),
      delegated,
      expires: expireTime === undefined ? undefined : new Date(expireTime),
    })),
    unstaking: account.unstaking.map(({ resource, amount, expireTime }) => ({
      resource,
      amount: toAmount(amount),
      available: new Date(expireTime),
    })),
    resources: await readResources(client, address, options),
    assets: account.assets,
    votes: account.votes,
    permissions: permissions.map(describePermission),
  };
}
