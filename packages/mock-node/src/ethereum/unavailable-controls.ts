/** Control methods without a meaning on this chain, by their names after the prefix, with the reason. */
const reasons: Readonly<Record<string, string>> = {
  setNonce: 'accounts have no nonce on this chain',
  setAccountNonce: 'accounts have no nonce on this chain',
  addAccount: 'impersonateAccount acts for an account without its key',
  removeAccount: 'impersonateAccount acts for an account without its key',
  setERC20Allowance: 'the owner sets an allowance: impersonate it, and call approve',
  rollback: '/admin/reorganize replaces the newest blocks, and evm_revert undoes everything',
  reorg: '/admin/reorganize replaces the newest blocks',
  mine_detailed: 'evm_mine produces a block, and eth_getBlockByNumber reads it',
  nodeInfo: 'web3_clientVersion, eth_chainId and eth_blockNumber describe the node',
  metadata: 'web3_clientVersion, eth_chainId and eth_blockNumber describe the node',
  setCoinbase: 'the schedule of witnesses decides who produces a block',
  setPrevRandao: 'blocks have no random value on this chain',
  setBlockGasLimit: 'blocks have no energy limit on this chain',
  setMinGasPrice: 'the energy price is the chain parameter getEnergyFee, which /admin/setchainparameter sets',
  setNextBlockBaseFeePerGas:
    'the energy price is the chain parameter getEnergyFee, which /admin/setchainparameter sets',
  setBlockTimestampInterval: 'blocks are three seconds apart on this chain',
  removeBlockTimestampInterval: 'blocks are three seconds apart on this chain',
  setLoggingEnabled: 'the flag --quiet of the command decides what it prints',
  setRpcUrl: 'a fork is chosen at the start, by --fork or forkMockNode',
  enableTraces: '/admin/tracetransaction returns the trace of any transaction',
  addCompilationResult: '@coin/testing reads compilation results',
  getStackTraceFailuresCount: '@coin/testing reads compilation results',
  setChainId: 'the chain id is part of the id of the genesis block',
};

/** Methods that only some tools have, by their whole names. */
const namedReasons: Readonly<Record<string, string>> = {
  eth_subscribe: 'the node serves no WebSocket; poll with a filter of eth_newFilter',
  eth_unsubscribe: 'the node serves no WebSocket; poll with a filter of eth_newFilter',
  eth_newPendingTransactionFilter: 'filters report blocks and logs; txpool_status counts pending transactions',
  eth_pendingTransactions: 'txpool_status counts pending transactions',
  eth_createAccessList: 'energy does not depend on access lists on this chain',
  eth_getProof: 'blocks have no root of states on this chain',
  eth_simulateV1: 'calls run one by one: use eth_call with state overrides',
  eth_blobBaseFee: 'transactions carry no blobs on this chain',
  eth_signTransaction: 'Ethereum transactions cannot be executed; send the transaction by eth_sendTransaction',
  debug_traceCall: '/admin/tracecall returns the trace of a call',
  trace_transaction: 'debug_traceTransaction and /admin/tracetransaction return the trace of a transaction',
  txpool_content: 'a pool is listed by nonce, and accounts have none on this chain',
  txpool_inspect: 'a pool is listed by nonce, and accounts have none on this chain',
  eth_sendRawTransaction: 'Ethereum transactions cannot be executed; broadcast signed transactions over /wallet',
  eth_getTransactionCount: 'accounts have no nonce on this chain',
};

/** Why a method has no meaning here. Undefined for other methods. */
export function unavailableReason(name: string): string | undefined {
  if (Object.hasOwn(namedReasons, name)) return namedReasons[name];
  const [, bare = ''] = /^(?:evm|anvil|hardhat)_(.*)$/.exec(name) ?? [];
  return Object.hasOwn(reasons, bare) ? reasons[bare] : undefined;
}
