/** Words that readers search for, by the page that has what they want, which may call it something else. */
export const SYNONYMS: Readonly<Record<string, string>> = {
  'guides/accept-deposits': 'websocket webhook subscribe stream events indexer exchange incoming usdt trc20',
  'guides/call-a-contract': 'usdt trc20 erc20 token allowance approve typechain hardhat abigen',
  'guides/connect-to-nodes': 'trongrid endpoint provider rpc url api key rate limit websocket',
  'guides/describe-a-network': 'faucet genesis private testnet prefunded accounts',
  'guides/ethereum-tools': 'hardhat foundry ethers viem web3 metamask json-rpc websocket',
  'guides/fork-a-network': 'mainnet fork anvil hardhat impersonate whale',
  'guides/minted-coin': 'csv audit accounting inflation supply rewards',
  'guides/pay-out': 'airdrop payout batch bulk csv mass payment withdrawals idempotent nonce exchange',
  'guides/send-and-resume': 'retry idempotent nonce broadcast crash stuck pending',
  'guides/show-a-fee': 'gas price cost of usdt transfer trc20 energy bandwidth estimate',
  'guides/sign-elsewhere': 'multisig multi-signature ledger hardware cold offline tronlink walletconnect',
  'guides/test-a-dapp': 'faucet hardhat foundry anvil ganache docker test coins prefunded accounts',
};
