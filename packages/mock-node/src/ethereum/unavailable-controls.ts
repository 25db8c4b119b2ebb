/** Control methods without a meaning on this chain, by their names after the prefix, with the reason. */
const reasons: Readonly<Record<string, string>> = {
  setNonce: 'accounts have no nonce on this chain',
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
  autoImpersonateAccount: 'accounts are impersonated one by one, by impersonateAccount',
  enableTraces: '/admin/tracetransaction returns the trace of any transaction',
  addCompilationResult: '@coin/testing reads compilation results',
  getStackTraceFailuresCount: '@coin/testing reads compilation results',
  setChainId: 'the chain id is part of the id of the genesis block',
};

/** Methods that only some tools have, by their whole names. */
const namedReasons: Readonly<Record<string, string>> = {
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
