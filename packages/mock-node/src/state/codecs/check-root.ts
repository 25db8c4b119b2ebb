import { parameterRange } from '../../protocol/chain-parameters.ts';
import { tokenId } from '../accessors/assets.ts';
import { type Root } from '../root.ts';
import { checkTrading } from './check-trading.ts';
import { CodecError, requireThat } from './codec.ts';

/**
 * Checks the references between records that the ledger relies on, and the values that its loops count.
 *
 * @throws CodecError that names the path.
 */
export function checkRoot(root: Root, path: string): void {
  checkParameters(root, `${path}.parameters`);
  checkKeys(root, path);
  checkProperties(root, `${path}.properties`);
  checkProposals(root, path);
  checkAssets(root, `${path}.assets`);
  checkTrading(root, path);
  checkRewardCycles(root, `${path}.rewards`);
}

function checkParameters({ parameters }: Root, path: string): void {
  for (const [name, value] of parameters) {
    const { min, max } = parameterRange(name);
    if (value < min || value > max) throw new CodecError(`${path}.${name}`, `is not from ${min} to ${max}`);
  }
}

/** Accounts, contracts and witnesses are stored under their own address, and other tables refer to them. */
function checkKeys({ accounts, contracts, witnesses, names, accountIds }: Root, path: string): void {
  for (const [key, { address }] of accounts) requireSame(key, address, `${path}.accounts.${key}.address`);
  for (const [key, { address }] of contracts) {
    requireSame(key, address, `${path}.contracts.${key}.address`);
    requireThat(accounts.has(key), `${path}.contracts.${key}`, 'has no account');
  }
  for (const [key, { address }] of witnesses) {
    requireSame(key, address, `${path}.witnesses.${key}.address`);
    requireThat(accounts.has(key), `${path}.witnesses.${key}`, 'has no account');
  }
  for (const [name, address] of names) requireThat(accounts.has(address), `${path}.names.${name}`, 'has no account');
  for (const [id, address] of accountIds)
    requireThat(accounts.has(address), `${path}.accountIds.${id}`, 'has no account');
}

function checkProperties({ properties, accounts, witnesses, blocks }: Root, path: string): void {
  const { activeWitnesses, blackhole, cycle, solidifiedNumber, flushedNumber } = properties;
  requireThat(activeWitnesses.length > 0, `${path}.activeWitnesses`, 'is empty');
  activeWitnesses.forEach((address, index) =>
    requireThat(witnesses.has(address), `${path}.activeWitnesses[${index}]`, 'is not a witness'),
  );
  requireThat(accounts.has(blackhole), `${path}.blackhole`, 'is not an account');
  // A block ends at most one cycle.
  const counts = { cycle, solidifiedNumber, flushedNumber };
  for (const [name, number] of Object.entries(counts))
    requireThat(number < blocks.size, `${path}.${name}`, `is not below the number of blocks, ${blocks.size}`);
}

/** Proposals are numbered from 1 without gaps. */
function checkProposals({ proposals, properties }: Root, path: string): void {
  for (const [key, { id }] of proposals) requireSame(String(key), String(id), `${path}.proposals.${key}.id`);
  for (let id = 1; id <= proposals.size; id++) requireThat(proposals.has(id), `${path}.proposals.${id}`, 'is missing');
  const { latestProposalId } = properties;
  requireSame(String(proposals.size), String(latestProposalId), `${path}.properties.latestProposalId`);
}

/** Tokens are numbered without gaps, issued at most once per account, and sold at a price. */
function checkAssets({ assets, accounts }: Root, path: string): void {
  for (const [key, { id, owner_address: issuer, num, trx_num: price }] of assets) {
    requireSame(key, id, `${path}.${key}.id`);
    requireSame(key, accounts.get(issuer)?.issuedAsset?.id ?? 'none', `${path}.${key}: the token of ${issuer}`);
    requireThat(num > 0 && price > 0, `${path}.${key}`, 'has no price');
  }
  for (let index = 0; index < assets.size; index++) {
    const id = tokenId(index);
    requireThat(assets.has(id), `${path}.${id}`, 'is missing');
  }
  for (const [address, { issuedAsset, assetUse = [] }] of accounts) {
    const ids = [...(issuedAsset === undefined ? [] : [issuedAsset.id]), ...[...assetUse].map(([id]) => id)];
    for (const id of ids)
      requireThat(assets.has(id), `${path}.${id}`, `is missing, but ${address} has issued or used it`);
  }
}

/** Records that belong only to a voter are cycles, between which rewards are summed. docs/protocol/rewards.md. */
function checkRewardCycles({ rewards, properties }: Root, path: string): void {
  const last = BigInt(properties.cycle) + 1n;
  for (const [key, value] of rewards)
    if (/^(end-)?41[0-9a-f]{40}$/.test(key) && (value < -1n || value > last))
      throw new CodecError(`${path}.${key}`, `is not a cycle from -1 to ${last}`);
}

function requireSame(expected: string, actual: string, path: string): void {
  requireThat(expected === actual, path, `is ${actual}, but must be ${expected}`);
}
