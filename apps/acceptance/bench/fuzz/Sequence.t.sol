// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import "./Trader.sol";

contract SequenceTest {
    struct Selectors {
        address target;
        bytes4[] selectors;
    }

    Trader public trader;

    function setUp() external {
        trader = new Trader();
    }

    /// Sequences of `step` only.
    function targetSelectors() external view returns (Selectors[] memory drawn) {
        drawn = new Selectors[](1);
        drawn[0] = Selectors(address(trader), new bytes4[](1));
        drawn[0].selectors[0] = Trader.step.selector;
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(trader);
    }

    function invariantReserves() external view {
        trader.check();
    }
}
