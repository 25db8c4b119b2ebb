import { type Address, type Hex } from '../protocol/primitives.ts';

/** An account whose private key is published. Use it in tests only, never on a public network. */
export interface DevelopmentAccount {
  /** 32 bytes. */
  readonly privateKey: Hex;
  readonly address: Address;
}

/**
 * The witness of the preset networks.
 *
 * Keys are the SHA-256 of `coin mock node witness` and `coin mock node account 0` to `9`, the same in every run and
 * every version. Their addresses are listed too, which saves a starting node the curve arithmetic.
 */
export const developmentWitness: DevelopmentAccount = {
  privateKey: '5f92e0844aa357dfabcf8083915e198016cdb90ef03b99d85ab5f83814ce0910',
  address: '41d3ca79a86cc710a3ee79fa95ec7e3fe6216948ce',
};

/** The funded accounts of the preset networks. */
export const developmentAccounts: readonly DevelopmentAccount[] = [
  {
    privateKey: 'aeee439ed607f4250f34f9d2b5f8cb0f826ea0195c42806ce64a8f6ae4604032',
    address: '4171abdf923011c206240a16ccafd12196094287c0',
  },
  {
    privateKey: 'c9380a0ba2e41f591fa97b897b3884997a36cd66c6382c2c55a264652d8d4910',
    address: '411a23331f360e24b5d92e3c96b1e43e5ccc5732d7',
  },
  {
    privateKey: '6a5dc06fb744122eb72124352fed6ce1bf8ada73bd640946bc31bfc42af933ac',
    address: '410be88d177134116171275733638ad674382002db',
  },
  {
    privateKey: '9c3a9e5320229e6ec4a58056095ac61e8cb8d3b907a9b02f4e1998fa96a1dcc9',
    address: '418d2c4588bf039997e0d4e9951ba1932405c08133',
  },
  {
    privateKey: '14fd6b11ae9b5686dfc586452ab2b6eeff38df9e2b06f40acc542a6d1f97eee4',
    address: '41cab34ab29d7ec895dabfdb7652429494d9a5ee98',
  },
  {
    privateKey: 'f63d0bc44fc533f8415b337c353a2d3c7cabcee2fd88676a532b988230bdc116',
    address: '411b3b80eff01aa762a64a8acb3e9d33e83adeff8c',
  },
  {
    privateKey: 'b6be8e873434ab5e54599940154d43d21dde0665ad08c8cac2ef6561058cd7f7',
    address: '41898ac89152214a91548dc35786304e2ac9f76554',
  },
  {
    privateKey: '4c6c9a4c70f93c6a3c0ea53cc7929658f9327e515ee2af93b73941a938ef76e2',
    address: '41ea1f8f3a586602c85583834c0cf57471d55a0e99',
  },
  {
    privateKey: '0281b22362d958d88a2dcd985de096936a1abb7bfdfbbadab6f8a870e1098d9b',
    address: '417e763d7d70c386f9f89dd42ba15e1e10b6c1951a',
  },
  {
    privateKey: '68d4f8b7f5541e5a23170c701b3587714c8b5fa7f958c22745d07fde710a463c',
    address: '4109fb7c7e43f615f40a1b6deef84d8df436cd95cd',
  },
];
