import { type MockNode } from '@coin/mock-node';
import { addressToHex } from '@coin/rpc/address';
import { type KeySigner } from '@coin/rpc/signer';
import { askNode } from './ask-node.ts';

/** Has an account issue a TRC-10 token with so many units, which it all gets, and returns the token's id. */
export async function issueAsset(node: MockNode, issuer: KeySigner, supply: bigint): Promise<string> {
  const text = Buffer.from('token').toString('hex');
  const start = node.now() + 3_600_000;
  const built = await askNode<{ txID: string }>(node, 'createassetissue', {
    owner_address: addressToHex(issuer.address),
    name: text,
    url: text,
    trx_num: 1,
    num: 1,
    total_supply: Number(supply),
    start_time: start,
    end_time: start + 1000,
  });
  const signature = [Buffer.from(issuer.sign(Buffer.from(built.txID, 'hex'))).toString('hex')];
  const answer = await askNode<{ result?: boolean }>(node, 'broadcasttransaction', { ...built, signature });
  if (answer.result !== true) throw new Error(`the token was not issued: ${JSON.stringify(answer)}`);
  node.mine();
  const { asset_issued_ID: id } = await askNode<{ asset_issued_ID: string }>(node, 'getaccount', {
    address: addressToHex(issuer.address),
  });
  return id;
}
