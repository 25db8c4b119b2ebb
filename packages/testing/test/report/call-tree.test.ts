import { createMockNode, type Abi, type TracedContract } from '@coin/mock-node';
import { formatCallTree } from '@coin/testing/report';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import { callData, compile } from '../support/compile.ts';

const SOURCE = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
library console {
    function log(string memory text, uint256 value) internal view {
        bytes memory data = abi.encodeWithSignature("log(string,uint256)", text, value);
        assembly {
            pop(staticcall(gas(), 0x000000000000000000636F6e736F6c652e6c6f67, add(data, 32), mload(data), 0, 0))
        }
    }
}
struct Order { address to; uint256[] amounts; bytes note; }
contract Token {
    mapping(address => uint256) public balanceOf;
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Note(string indexed topic, string text, bytes4 code);
    error Short(uint256 needed, uint256 available);
    constructor(uint256 supply, bool) payable { balanceOf[msg.sender] = supply; }
    function transfer(address to, uint256 value) external returns (bool) {
        uint256 available = balanceOf[msg.sender];
        console.log("available: %s", available);
        if (available < value) revert Short(value, available);
        balanceOf[msg.sender] = available - value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }
    function place(Order calldata order) external returns (uint256 total, string memory) {
        for (uint256 i = 0; i < order.amounts.length; i++) total += order.amounts[i];
        emit Note("n", "line\\nbreak", bytes4(order.note));
        return (total, "done");
    }
    function half(uint256 by) external pure returns (uint256) { return 1 / by; }
    function check(uint256 value) external pure { require(value > 0, "none"); assert(value > 1); }
}
contract Shop {
    Token immutable token;
    constructor() payable { token = new Token(1000, true); }
    function pay(address to, uint256 value) external { token.transfer(to, value); }
    fallback() external { (bool ok,) = address(token).call(msg.data); require(ok); }
}
`;
const { Token, Shop } = compile({ 'shop.sol': SOURCE }).output.contracts['shop.sol']!;
const [tokenAbi, shopAbi] = [Token!.abi as Abi, Shop!.abi as Abi];
const node = createMockNode();
const owner = node.accounts[0].address;
const shop = await node.deploy({ bytecode: Shop!.evm.bytecode.object, abi: shopAbi, name: 'Shop', owner });
const deployed = node.traceTransaction(shop.txID);
const token = deployed.call!.calls[0]!.address;
const contracts: readonly TracedContract[] = [{ address: token, name: 'Token', abi: tokenAbi }];
const receiver = `0x${'b0'.repeat(20)}`;
/** keccak256('n') */
const N_HASH = bytesToHex(keccak_256(utf8ToBytes('n')));
const RECEIVER = 'TS5TbUHNcZHQMzDAorH2HMY1xvRy9Xddr3';

const call = (contract: string, abi: Abi, name: string, args: readonly unknown[]): string =>
  formatCallTree(node.traceCall({ owner, contract, data: callData(abi, name, args) }), { contracts });

/** A tree without its energy, which other tests compare. */
const shape = (tree: string): string[] =>
  tree
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/: [\d,]+ energy.*?(?=, reverted|, failed|, transfers|$)/, ''));

describe('a call tree with ABIs', () => {
  test('has arguments, results, events and lines of console.log', () => {
    expect(shape(call(shop.address, shopAbi, 'pay', [receiver, 5n]))).toEqual([
      `Shop.pay(to: ${RECEIVER}, value: 5)`,
      `└─ Token.transfer(to: ${RECEIVER}, value: 5) → true`,
      '   ├─ console.log: available: 1000',
      `   └─ log Transfer(from: ${shop.address}, to: ${RECEIVER}, value: 5)`,
    ]);
  });

  test('has arguments of constructors', () => {
    expect(shape(formatCallTree(deployed, { contracts }))).toEqual([
      'Shop.constructor()',
      '└─ Token.constructor(supply: 1000, true)',
    ]);
  });

  test('has lists and tuples, and hashes of indexed values', () => {
    const order = [receiver, [1n, 2n], Uint8Array.of(0xab, 0xcd)];
    expect(shape(call(token, tokenAbi, 'place', [order]))).toEqual([
      `Token.place(order: (to: ${RECEIVER}, amounts: [1, 2], note: 0xabcd)) → (total: 3, "done")`,
      `└─ log Note(topic: 0x${N_HASH}, text: "line\\nbreak", code: 0xabcd0000)`,
    ]);
  });

  test.each<[string, string, readonly unknown[], string]>([
    ['a panic of division', 'half', [0n], 'Panic(0x12), division by zero'],
    ['a failed assertion', 'check', [1n], 'Panic(0x01), an assertion failed'],
    ['a text', 'check', [0n], '"none"'],
    ['an error of the ABI', 'transfer', [receiver, 9n], 'Short(needed: 9, available: 0)'],
  ])('says that a call reverted with %s', (_, name, args, reason) => {
    expect(call(token, tokenAbi, name, args)).toMatch(
      new RegExp(`energy, reverted: ${reason.replaceAll(/[()]/g, '\\$&')}\n`),
    );
  });

  test('finds errors and functions in the ABIs of other contracts', () => {
    const failed = call(shop.address, shopAbi, 'pay', [receiver, 5000n]).split('\n');
    expect(failed[0]).toMatch(/reverted: Short\(needed: 5000, available: 1000\)$/);
    // The shop's fallback passes the call on.
    expect(shape(call(shop.address, tokenAbi, 'balanceOf', [receiver]))).toEqual([
      `Shop.balanceOf(${RECEIVER})`,
      `└─ Token.balanceOf(${RECEIVER}) → 0`,
    ]);
  });

  test('shows selectors, topics and data that no ABI has', () => {
    const data = callData(tokenAbi, 'transfer', [receiver, 0n]);
    const trace = node.traceCall({ owner, contract: token, data });
    expect(shape(formatCallTree(trace))).toEqual([
      `${token}.0xa9059cbb`,
      '├─ console.log: available: 0',
      expect.stringMatching(/^└─ log 0xddf252ad[0-9a-f]{56} 0x[0-9a-f]{64} 0x[0-9a-f]{64} 0x0{64}$/),
    ]);
    const cutShort = node.traceCall({ owner, contract: token, data: data.slice(0, 80) });
    expect(formatCallTree(cutShort, { contracts })).toMatch(/^Token\.transfer\(address,uint256\): .* reverted\n$/);
  });

  test('replaces characters that control a terminal', () => {
    const named = [{ ...contracts[0]!, name: 'Tok\u001B[2Jen\u202E\n' }];
    const tree = formatCallTree(node.traceCall({ owner, contract: token, data: '' }), { contracts: named });
    expect(tree).toMatch(/^Tok\uFFFD\[2Jen\uFFFD\uFFFD\.receive: [^\n]*\n$/);
  });
});
