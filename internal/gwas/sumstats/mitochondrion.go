package sumstats

import "bytes"

// MitochondrialNames are the ways in which a file writes the mitochondrial chromosome, as
// bits. The name may say on which sequence the positions count: GRCh37 has the rCRS
// (NC_012920, 16,569 bases), UCSC's hg19 an older one under chrM (NC_001807, 16,571).
type MitochondrialNames uint8

// The names.
const (
	NamedM     MitochondrialNames = 1 << iota // M, chrM: that of either sequence
	NamedMT                                   // MT, 25, 26: that of GRCh37
	NamedRCRS                                 // NC_012920
	NamedOlder                                // NC_001807
)

// mitochondrialName returns the bit of a name that was read as the mitochondrial chromosome.
func mitochondrialName(b []byte) MitochondrialNames {
	switch {
	case bytes.Contains(b, []byte("012920")):
		return NamedRCRS
	case bytes.Contains(b, []byte("001807")):
		return NamedOlder
	case b[len(b)-1]|0x20 == 'm':
		return NamedM
	}
	return NamedMT
}

// MitochondrialNames returns the names in the rows so far; of all rows after io.EOF.
func (r *Reader) MitochondrialNames() MitochondrialNames { return r.total.mitochondrion }
