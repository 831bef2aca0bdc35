// Package variant holds alleles and the keys that join the same variant over
// studies. It may import genome; it knows nothing about files.
package variant

// Allele is one allele on the forward strand of the stated assembly, upper
// case, packed into a word so that rows hold no pointers and compare fast.
//
//   - 0 is a missing allele.
//   - Up to 31 bases A, C, G, T take two bits each (A 0, C 1, G 2, T 3, first base highest) behind
//     a leading 1 bit: A is 0b100, AC is 0b10001.
//   - Longer and symbolic alleles have the top bit set; a Dict holds their text.
type Allele uint64

// The single bases, and the symbolic alleles that files use for an insertion and a
// deletion of unstated sequence.
const (
	Missing Allele = 0
	A       Allele = 0b100
	C       Allele = 0b101
	G       Allele = 0b110
	T       Allele = 0b111

	symbolic  Allele = 1 << 63
	Insertion Allele = symbolic | 'I'
	Deletion  Allele = symbolic | 'D'
	// Gap is the allele written - next to the bases that it lacks, without a base before them.
	Gap Allele = symbolic | '-'
)

// Single reports whether a is exactly one base.
func (a Allele) Single() bool { return a >= A && a <= T }

// Symbolic reports whether a is an insertion or deletion of unstated sequence (I, D or -).
func (a Allele) Symbolic() bool { return a == Insertion || a == Deletion || a == Gap }

// Long reports whether only a Dict knows the text of a.
func (a Allele) Long() bool { return a > Insertion }

// OtherStrand returns the base on the other strand; a is a single base.
func (a Allele) OtherStrand() Allele { return a ^ 0b11 }

// Palindromic reports whether the pair is A/T or C/G, whose strand the alleles alone do not
// determine.
func Palindromic(a, b Allele) bool {
	return a.Single() && b.Single() && a^b == 0b11
}

// strandMAF is the minor allele frequency from which a frequency does not determine the strand of a
// palindromic variant.
const strandMAF = 0.4

// TellsStrand reports whether a frequency is far enough from one half to determine the strand of a
// palindromic variant; NaN never is.
func TellsStrand(frequency float64) bool {
	return frequency < strandMAF || frequency > 1-strandMAF
}

// Numbered returns the base of the digits 1–4 in files that number alleles: 1 A, 2 C, 3 G, 4 T.
func Numbered(text []byte) (Allele, bool) {
	if len(text) != 1 || text[0] < '1' || text[0] > '4' {
		return Missing, false
	}
	return A + Allele(text[0]-'1'), true
}

// UnorderedPair returns the two alleles with the smaller word first: the key
// under which both orientations of a variant meet.
func UnorderedPair(a, b Allele) (Allele, Allele) {
	if b < a {
		return b, a
	}
	return a, b
}

// Class returns the pair of alleles under which rows of one variant meet: the
// unordered pair, and for single bases whose strand shows, the smaller of the
// pair and its complement.
func Class(a, b Allele) (lo, hi Allele) {
	lo, hi = UnorderedPair(a, b)
	if !lo.Single() || !hi.Single() || Palindromic(lo, hi) {
		return lo, hi
	}
	otherLo, otherHi := UnorderedPair(lo.OtherStrand(), hi.OtherStrand())
	if otherLo < lo {
		return otherLo, otherHi
	}
	return lo, hi
}

// Oriented reports whether a is the first allele of the class of a and b: of single bases whose
// strand shows, where every study means the same allele by it. known is false of all others.
func Oriented(a, b Allele) (first, known bool) {
	if !a.Single() || !b.Single() || a == b || Palindromic(a, b) {
		return false, false
	}
	lo, _ := Class(a, b)
	return a == lo || a.OtherStrand() == lo, true
}
