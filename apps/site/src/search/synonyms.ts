/** Words that readers search for, by the page that has what they want, which may call it something else. */
export const SYNONYMS: Readonly<Record<string, string>> = {
  'guides/accept-deposits': 'websocket webhook subscribe stream events indexer exchange incoming usdt trc20',
  'guides/call-a-contract': 'usdt trc20 erc20 token allowance approve typechain abigen',
  'guides/connect-to-nodes': 'trongrid endpoint provider rpc url api key rate limit',
  'guides/describe-a-network': 'genesis private testnet prefunded accounts',
  'guides/ethereum-tools': 'hardhat foundry ethers viem web3 metamask json-rpc',
  'guides/fork-a-network': 'mainnet fork anvil hardhat impersonate whale',
  'guides/fuzz-contracts': 'echidna forge property invariant fuzzing',
  'guides/minted-coin': 'csv audit accounting inflation supply rewards',
  'guides/pay-for-energy': 'gas rent lease delegate stake freeze cheaper cost',
  'guides/pay-out': 'airdrop payout batch bulk csv mass payment withdrawals idempotent nonce exchange',
  'guides/send-and-resume': 'retry idempotent nonce broadcast crash stuck pending',
  'guides/show-a-fee': 'gas price cost of usdt transfer trc20 energy bandwidth estimate',
  'guides/shared-network': 'docker testnet staging team faucet',
  'guides/sign-elsewhere': 'multisig multi-signature ledger hardware cold offline tronlink walletconnect',
  playground: 'solidity compiler compile deploy remix ide sandbox try online',
  'guides/test-a-dapp': 'faucet hardhat foundry anvil ganache docker test coins prefunded accounts',
};
