/** The source that the panel shows first: an event, an error with values, and a constructor with an argument. */
export const EXAMPLE_SOURCE = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

contract Counter {
    uint256 public immutable maximum;
    uint256 public total;

    event Added(address indexed by, uint256 step, uint256 total);
    error TooMuch(uint256 wanted, uint256 maximum);

    constructor(uint256 maximum_) {
        maximum = maximum_;
    }

    function add(uint256 step) external returns (uint256) {
        if (total + step > maximum) revert TooMuch(total + step, maximum);
        total += step;
        emit Added(msg.sender, step, total);
        return total;
    }
}
`;
