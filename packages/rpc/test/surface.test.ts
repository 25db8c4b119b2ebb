import * as rpc from '@coin/rpc';
import * as abi from '@coin/rpc/abi';
import * as address from '@coin/rpc/address';
import * as createEnergySource from '@coin/rpc/energy-source';
import * as feePrices from '@coin/rpc/fee-prices';
import * as inspect from '@coin/rpc/inspect';
import * as message from '@coin/rpc/message';
import * as paymentLink from '@coin/rpc/payment-link';
import * as proof from '@coin/rpc/proof';
import * as signer from '@coin/rpc/signer';
import { documentationGaps } from '@coin/test-kit';
import { expect, test } from 'vitest';

const folder = new URL('../', import.meta.url).pathname;

test('the entries export exactly these names', () => {
  expect({
    rpc: Object.keys(rpc).toSorted(),
    abi: Object.keys(abi).toSorted(),
    address: Object.keys(address).toSorted(),
    createEnergySource: Object.keys(createEnergySource).toSorted(),
    feePrices: Object.keys(feePrices).toSorted(),
    inspect: Object.keys(inspect).toSorted(),
    message: Object.keys(message).toSorted(),
    paymentLink: Object.keys(paymentLink).toSorted(),
    proof: Object.keys(proof).toSorted(),
    signer: Object.keys(signer).toSorted(),
  }).toMatchSnapshot();
});

test('a message contains the values of its context', () => {
  const error = new rpc.RpcError('TIMEOUT', { path: '/wallet/getaccount', timeoutMs: 5000 });
  expect(error.shortMessage).toBe(
    '/wallet/getaccount: no complete answer within 5000 ms. Raise the timeout or add an endpoint.',
  );
});

test('isRpcError recognises an error of another copy of the package', () => {
  const foreign = Object.assign(new Error('x'), { name: 'RpcError', code: 'TIMEOUT' });
  expect(rpc.isRpcError(foreign, 'TIMEOUT')).toBe(true);
  expect(rpc.isRpcError(Object.assign(new Error('x'), { code: 'TIMEOUT' }))).toBe(false);
  expect(rpc.isRpcError(undefined)).toBe(false);
});

test.each(['src/index.ts', 'src/abi/index.ts', 'src/proof/index.ts'])(
  'every public function of %s has a complete docstring',
  (entry) => {
    expect(documentationGaps(folder, entry)).toEqual([]);
  },
);
