use strict;
use warnings;
use Test::More;
use Cart;

is(Cart::total(0, 100, 250), 350, 'total sums');
is(Cart::total(10, 1000), 900, 'total takes the discount');
done_testing;
