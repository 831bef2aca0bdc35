package variant

// Trim shortens two alleles of one place to their difference: it removes the bases that both end
// with first, then those that both begin with, and each keeps at least one. So a variant has one
// spelling, whatever its neighbours at the place made a file write; it is as far left as the given
// bases allow. shift is how many bases were removed from the beginning: the position moves right by
// it. Symbolic and missing alleles stay as they are.
func (d *Dict) Trim(a, b Allele) (short, other Allele, shift int32) {
	if a.Single() || b.Single() || a <= 1 || b <= 1 || a.Symbolic() || b.Symbolic() {
		return a, b, 0
	}
	if (a|b)&symbolic != 0 {
		return d.trimLong(a, b)
	}
	for a&3 == b&3 && a > T && b > T {
		a, b = a>>2, b>>2
	}
	for a > T && b > T && a.first() == b.first() {
		a, b = a.rest(), b.rest()
		shift++
	}
	return a, b, shift
}

// first returns the first base of a packed allele, 0 to 3.
func (a Allele) first() Allele { return a >> (2 * (a.packedLen() - 1)) & 3 }

// rest returns a packed allele without its first base.
func (a Allele) rest() Allele {
	bases := 2 * (a.packedLen() - 1)
	return 1<<bases | a&(1<<bases-1)
}

// trimLong is like Trim, for alleles of which one at least is too long to be packed.
func (d *Dict) trimLong(a, b Allele) (short, other Allele, shift int32) {
	x, y := d.Append(nil, a), d.Append(nil, b)
	for len(x) > 1 && len(y) > 1 && x[len(x)-1] == y[len(y)-1] {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	for len(x) > 1 && len(y) > 1 && x[0] == y[0] {
		x, y = x[1:], y[1:]
		shift++
	}
	short, _ = d.Parse(x)
	other, _ = d.Parse(y)
	return short, other, shift
}
