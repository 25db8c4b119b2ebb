import { type Exclusion } from '../case.ts';

/** Fixtures that differ from what a node answers. */
export const exclusions: readonly Exclusion[] = [
  {
    cause: 'its JSON does not show the fields of 0 in its bytes, so it packs to other bytes',
    source: 'docs/protocol/transfers.md, Protobuf shapes',
    cases: ['okx+js-wallet-sdk/packages/coin-tron/tests/trx.test.ts 0ad7010a02ed652208e60bbc947b30d97a40d091'],
  },
  {
    cause: 'it has the result of a block',
    source: 'docs/protocol/transfers.md, Protobuf shapes',
    cases: [
      'tronprotocol+java-tron/framework/src/test/java/org/tron/core/db/SerializedTest.java 0aab010a080000018576b86dec220d3136373237',
    ],
  },
  {
    cause: 'its bytes are cut off',
    source: 'the fixture itself',
    cases: [
      'MetaMask+snap-tron-wallet/packages/snap/src/services/transactions/mocks/trongrid/account-transactions/swap-transaction.json 0a02b30a2208fb8cad07225574354080b7f5eda9',
    ],
  },
  {
    cause: 'it is the first part of a transaction that a device gets in parts',
    source: 'LedgerHQ/app-tron, examples/signTransactionExtension.py',
    cases: [
      'LedgerHQ+app-tron/examples/signTransactionExtension.py 0a02ee332208c90c7f40dfbdc51540e0dfe3ada6',
      'LedgerHQ+app-tron/examples/signTransactionExtension.py 0a02e85a2208c2b05ed1144dbfb240d8b9c98bf5',
    ],
  },
  {
    cause: 'nodes execute no VoteAssetContract, and their JSON has no such contract',
    source: 'java-tron, Util.java:291, packTransaction',
    cases: [
      'trustwallet+wallet-core/tests/chains/Tron/DeserializationTests.cpp 0a027b3b2208b21ace8d6ac20e7e40d8abb9bae6',
    ],
  },
  {
    cause: 'its JSON has frozen_balance and unfreeze_balance under the name balance',
    source: 'docs/protocol/transfers.md, Protobuf shapes',
    cases: [
      'trezor+trezor-firmware/common/tests/fixtures/tron/sign_tx.json 0a027e0b2208ed0f599cb230d51240f884eee8c3',
      'trezor+trezor-firmware/common/tests/fixtures/tron/sign_tx.json 0a027dd72208007205b57e8b55104098c2e4e8c3',
      'trezor+trezor-firmware/common/tests/fixtures/tron/sign_tx.json 0a02d991220843b74d04209c177740a8c28986c7',
      'trezor+trezor-firmware/common/tests/fixtures/tron/sign_tx.json 0a02f2b72208fb75c38816f843ef40e8b7b08fc7',
    ],
  },
  {
    cause: 'its JSON has addresses in hex beside a token id as text, a mixture that no node prints',
    source: 'docs/protocol/transfers.md, Protobuf shapes',
    cases: [
      'MetaMask+snap-tron-wallet/packages/snap/src/services/transactions/mocks/trongrid/account-transactions/trc10-transfer.json 0a02d8bd2208f0f6fce5908bbbb640c086edbdbe',
    ],
  },
];
