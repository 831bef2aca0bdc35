package textfile

// Limits protect the reader from a malicious file. Zero values mean the defaults.
type Limits struct {
	Line    int   // longest line in bytes, default 1 MiB
	Bytes   int64 // decompressed size, default 1 TiB
	Ratio   int64 // decompressed to stored size beyond 64 MiB, default 250
	Columns int   // columns of a line, default 2000
}

// ratioFrom is the decompressed size from which the ratio limit holds: a short repetitive file may
// be packed very well and is harmless.
const ratioFrom = 64 << 20

func (l Limits) withDefaults() Limits {
	if l.Line <= 0 {
		l.Line = 1 << 20
	}
	if l.Bytes <= 0 {
		l.Bytes = 1 << 40
	}
	if l.Ratio <= 0 {
		l.Ratio = 250
	}
	if l.Columns <= 0 {
		l.Columns = 2000
	}
	return l
}
