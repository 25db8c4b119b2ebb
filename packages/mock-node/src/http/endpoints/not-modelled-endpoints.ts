import { composeJson, quoteJson } from '../../json/json-value.ts';
import { type Endpoint } from './endpoint.ts';

const notModelled = [
  'getaccountbalance',
  'getblockbalance',
  'getexpandedspendingkey',
  'getakfromask',
  'getnkfromnsk',
  'getspendingkey',
  'getnewshieldedaddress',
  'getdiversifier',
  'getincomingviewingkey',
  'getzenpaymentaddress',
  'createshieldedtransaction',
  'createshieldedtransactionwithoutspendauthsig',
  'scannotebyivk',
  'scanandmarknotebyivk',
  'scannotebyovk',
  'getrcm',
  'getmerkletreevoucherinfo',
  'isspend',
  'createspendauthsig',
  'createshieldnullifier',
  'getshieldtransactionhash',
  'isshieldedtrc20contractnotespent',
  'createshieldedcontractparameters',
  'createshieldedcontractparameterswithoutask',
  'scanshieldedtrc20notesbyivk',
  'scanshieldedtrc20notesbyovk',
  'gettriggerinputforshieldedtrc20contract',
];

/** The endpoints that also exist below `/walletsolidity`. */
const alsoSolid = new Set([
  'getmerkletreevoucherinfo',
  'isspend',
  'isshieldedtrc20contractnotespent',
  'scannotebyivk',
  'scanandmarknotebyivk',
  'scannotebyovk',
  'scanshieldedtrc20notesbyivk',
  'scanshieldedtrc20notesbyovk',
]);

/**
 * Paths of a real node for features this package does not model: shielded transfers and balance traces. They answer
 * with an error that names the mock node, never with a wrong answer.
 */
export const notModelledEndpoints: readonly Endpoint[] = notModelled.map((name) => {
  const text = `/wallet/${name} is not modelled by @coin/mock-node; a real node would answer it.`;
  const answer = (): string => composeJson([['Error', quoteJson(text)]]);
  return { name, ...solidPath(name), get: answer, post: answer };
});

function solidPath(name: string): Pick<Endpoint, 'solid'> {
  return alsoSolid.has(name) ? { solid: true } : {};
}
