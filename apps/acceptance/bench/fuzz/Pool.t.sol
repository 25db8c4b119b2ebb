// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import "./Trader.sol";

contract PoolTest {
    Trader public trader;

    function setUp() external {
        trader = new Trader();
    }

    function testFuzzSwap(bool isFirst, uint256 drawn) external {
        trader.swap(isFirst, drawn);
        trader.check();
    }
}
