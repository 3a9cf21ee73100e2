use strict;
use warnings;
use Test::More tests => 2;
use Cart;

is(Cart::label(1205), '12.05', 'label has two digits');
is(Cart::label(5), '0.05', 'label of less than one');
