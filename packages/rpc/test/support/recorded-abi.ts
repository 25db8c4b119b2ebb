/** The functions, events and errors of the recorded contracts that tests use. */
export const recordedAbi = [
  {
    type: 'function',
    name: 'transfer',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
    ],
    outputs: [{ name: '', type: 'bool' }],
    stateMutability: 'nonpayable',
  },
  { type: 'function', name: 'addLoop', inputs: [{ name: 'n', type: 'uint256' }], outputs: [{ type: 'uint256' }] },
  { type: 'function', name: 'make', inputs: [{ name: 'v', type: 'uint256' }], outputs: [{ type: 'address' }] },
  {
    type: 'function',
    name: 'note',
    inputs: [
      { name: 'id', type: 'uint256' },
      { name: 'data', type: 'bytes' },
    ],
    outputs: [],
  },
  {
    type: 'function',
    name: 'precompiles',
    inputs: [{ name: 'd', type: 'bytes' }],
    outputs: [{ type: 'address' }, { type: 'bytes32' }, { type: 'bytes20' }, { type: 'bytes32' }],
  },
  {
    type: 'function',
    name: 'tryFail',
    inputs: [],
    outputs: [
      { name: 'ok', type: 'bool' },
      { name: 'why', type: 'bytes' },
    ],
  },
  { type: 'function', name: 'toggle', inputs: [], outputs: [] },
  { type: 'function', name: 'fail', inputs: [{ type: 'string' }], outputs: [] },
  { type: 'function', name: 'failCustom', inputs: [{ type: 'uint256' }], outputs: [] },
  { type: 'function', name: 'failAssert', inputs: [], outputs: [] },
  {
    type: 'event',
    name: 'Transfer',
    inputs: [
      { indexed: true, name: 'from', type: 'address' },
      { indexed: true, name: 'to', type: 'address' },
      { indexed: false, name: 'value', type: 'uint256' },
    ],
    anonymous: false,
  },
  {
    type: 'event',
    name: 'Note',
    inputs: [
      { indexed: true, name: 'id', type: 'uint256' },
      { indexed: false, name: 'data', type: 'bytes' },
    ],
    anonymous: false,
  },
  { type: 'event', name: 'Made', inputs: [{ indexed: false, name: 'at', type: 'address' }], anonymous: false },
  {
    type: 'error',
    name: 'Insufficient',
    inputs: [
      { name: 'have', type: 'uint256' },
      { name: 'want', type: 'uint256' },
    ],
  },
  {
    type: 'error',
    name: 'Custom',
    inputs: [
      { name: 'code', type: 'uint256' },
      { name: 'why', type: 'string' },
    ],
  },
] as const;
