// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// Adds amounts.
contract Counter {
    uint256 public sum;

    function add(uint256 amount) external returns (uint256) {
        return sum += amount;
    }
}

contract CounterTest {
    Counter public counter;

    function setUp() external {
        counter = new Counter();
        counter.add(1);
    }

    /// An amount is added exactly.
    function testFuzzAdd(uint128 amount) external {
        uint256 before = counter.sum();
        require(counter.add(amount) == before + amount, "another result");
        require(counter.sum() == before + amount, "another sum");
    }
}
