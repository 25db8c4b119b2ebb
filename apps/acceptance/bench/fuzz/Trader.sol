// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import "./Pool.sol";

/// The provider of a pool, and its only trader.
contract Trader {
    uint256 private constant SUPPLY = 1_000_000_000_000;
    /// More than both reserves.
    uint256 private constant MOST = SUPPLY / 5;
    Token public immutable first = new Token("FST", SUPPLY);
    Token public immutable second = new Token("SND", SUPPLY);
    Pool public immutable pool = new Pool(first, second);
    uint256 private atLeast;

    constructor() {
        first.approve(address(pool), SUPPLY);
        second.approve(address(pool), SUPPLY);
        pool.supply(SUPPLY / 10, SUPPLY / 10);
        atLeast = product();
    }

    function product() public view returns (uint256) {
        return pool.firstReserve() * pool.secondReserve();
    }

    /// A swap pays what was quoted, and less than the reserve.
    function swap(bool isFirst, uint256 drawn) public {
        uint256 amount = (drawn % MOST) + 1;
        (Token paid, Token bought) = isFirst ? (first, second) : (second, first);
        uint256 quoted = pool.quote(address(paid), amount);
        uint256 reserve = bought.balanceOf(address(pool));
        pool.swap(address(paid), amount, quoted);
        require(reserve - bought.balanceOf(address(pool)) == quoted, "paid another amount than quoted");
        require(quoted < reserve, "paid the whole reserve");
    }

    /// One step of a sequence: a supply, or a swap in four of five.
    function step(uint8 kind, bool isFirst, uint256 drawn) external {
        if (kind % 5 == 0) pool.supply(drawn % MOST, drawn % MOST);
        else swap(isFirst, drawn);
    }

    /// No sequence takes value out of the pool, and the pool knows what it holds.
    function check() external view {
        require(product() >= atLeast, "the product fell");
        require(pool.firstReserve() == first.balanceOf(address(pool)), "another first reserve");
        require(pool.secondReserve() == second.balanceOf(address(pool)), "another second reserve");
    }
}
