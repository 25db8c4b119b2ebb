import { hexToBytes } from '@noble/hashes/utils.js';
import { at, type Action, type Walk } from './actions.ts';
import { post } from './post.ts';
import { signId } from './sign-id.ts';

interface Built {
  readonly txID?: string;
  readonly contract_address?: string;
}

/** Builds and signs the transaction of a step; undefined for one that the node does not build. */
export async function signAction(
  { node, accounts }: Walk,
  sender: number,
  { path, body, signers = [sender] }: Action,
): Promise<(Built & { readonly txID: string; readonly signature: readonly string[] }) | undefined> {
  const answer = (await post(node, `/wallet/${path}`, body)) as Built & { readonly transaction?: Built };
  const built = answer.transaction ?? answer;
  const { txID } = built;
  if (txID === undefined) return undefined;
  return {
    ...built,
    txID,
    signature: signers.map((index) => signId(txID, hexToBytes(at(accounts, index).privateKey))),
  };
}
