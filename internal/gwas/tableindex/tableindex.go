// Package tableindex makes any table searchable: it sorts the rows of a file by the columns of a
// schema, or finds them sorted, writes a sparse index of their blocks, and answers queries for keys
// and regions from both. It owns the grammar of schemas and queries, the format of the index,
// sorting within a memory budget, and the comparison of answers with a linear scan. textfile and
// regionindex handle text, compression and blocks; the caller provides gene names. It knows neither
// who may ask nor where files are stored.
package tableindex

import (
	"fmt"
	"io"
	"slices"
	"time"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/textfile"
)

// Type is how the values of a column are compared.
type Type uint8

// The types of columns. Texts are equal when their bytes are, upper and lower case
// differ, and the order is that of the bytes. Integers fit 64 bits. Decimals are
// compared as 64-bit floating point numbers: 0.10 equals .1.
const (
	Text Type = iota
	Integer
	Decimal
)

// typeNames are the words of types in answers and files.
var typeNames = [...]string{Text: "text", Integer: "integer", Decimal: "decimal"}

func (t Type) String() string { return typeNames[min(int(t), len(typeNames)-1)] }

// ParseType reads text, integer or decimal.
func ParseType(name string) (Type, bool) {
	i := slices.Index(typeNames[:], name)
	return Type(max(i, 0)), i >= 0
}

// MarshalText returns the word of the type.
func (t Type) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText returns the inverse of MarshalText.
func (t *Type) UnmarshalText(text []byte) error {
	parsed, ok := ParseType(string(text))
	if !ok {
		return fmt.Errorf("%q is not a column type: use text, integer or decimal", short(string(text)))
	}
	*t = parsed
	return nil
}

// Format is how a line holds the cells of a row.
type Format string

// The formats that are read.
const (
	CSV       Format = "csv" // also cells between semicolons, pipes and spaces
	TSV       Format = "tsv"
	JSONLines Format = "jsonl"
	JSON      Format = "json" // in one piece
	GWASSSF   Format = "gwas-ssf"
	BED       Format = "bed"
	VCF       Format = "vcf"
)

// Coordinates are how the columns of a locus count. All become 1-based with both ends included
// before anything is compared.
type Coordinates string

// The ways of counting. A single position means the same in the first two.
const (
	// HalfOpen is 1-based, and a stop is the first base behind the region.
	HalfOpen Coordinates = "1-based, end excluded"
	// Closed is 1-based, and a stop is the last base of the region.
	Closed Coordinates = "1-based, end included"
	// ZeroBased counts from 0, and a stop is the first base behind the region, as in BED.
	ZeroBased Coordinates = "0-based, end excluded"
)

// Column is a column of a table.
type Column struct {
	Name string `json:"name"`
	Type Type   `json:"type"`
}

// Source is a file of rows. It must not change while it is read, nor while an index in place is in
// use.
type Source struct {
	Name   string // distinguishes BED from other tables; may be empty
	Data   io.ReaderAt
	Size   int64
	Format Format // as declared; "" to detect it
	Limits textfile.Limits
	// Partial reports that these are only the first bytes of a file, for NewReader alone.
	Partial bool
	// Stated contains the statements of a user about the layout. With Stated.Any JSON in one piece is read as well:
	// an array of objects, or an object whose member data is one. Its rows are then separate lines,
	// from which a table can be made, but not an index.
	Stated textfile.Stated
}

// Spec describes an index to build.
type Spec struct {
	Schema Schema
	// Types are those of columns that are not as found in the sample.
	Types map[string]Type
	// Build is the assembly of the positions; UnknownBuild when the table states none. Then genes
	// cannot be looked up.
	Build genome.Build
	// Coordinates of the locus; "" to decide by format, names and rows, see Counting. A build with
	// contradicting evidence fails with a *CountingError.
	Coordinates Coordinates
}

// Output is where a build writes. Each call begins a new file in place of one that
// an earlier call began. Data is not called for an index in place, unless the rows
// turn out not to be in order.
type Output struct {
	Data, Index func() (io.WriteCloser, error)
}

// Options bound a build.
type Options struct {
	Memory   int64  // bytes for rows, default 192 MiB; a build takes about twice that at most
	TempDir  string // for runs of sorted rows; "" is the folder of the system
	Progress func(Progress)

	block int // bytes of a block of rows; the default of regionindex but in tests
}

// Stage is a stage of a build.
type Stage string

// The stages of a build, in order. An index in place has reading alone.
const (
	Reading Stage = "reading"
	Merging Stage = "merging"
)

// Progress is how far a build is.
type Progress struct {
	Stage       Stage
	Rows        int64 // read, or merged, so far
	Done, Total int64 // bytes of the source as stored, or rows while merging
	// Left is the time that the stage will still take at its pace; 0 when it is too
	// early to say.
	Left time.Duration
}

// Summary is the account of a build: Rows + Skipped is the number of rows read.
type Summary struct {
	Format     Format   `json:"format"`
	InPlace    bool     `json:"in_place"`             // the source holds the rows; no data were written
	Rows       int64    `json:"rows"`                 // of the source that are in the index
	Skipped    int64    `json:"skipped"`              // rows without a value in a column of the schema
	SkippedAt  int64    `json:"skipped_at,omitempty"` // line of the first of them, 0 when none
	Entries    int64    `json:"entries"`              // more than rows where a row has several keys
	DataBytes  int64    `json:"data_bytes"`
	IndexBytes int64    `json:"index_bytes"`
	Counting   Counting `json:"counting,omitzero"` // of the locus; zero without one
	// Warnings are the evidence against a table of association results; see Judge.
	Warnings []string `json:"warnings,omitempty"`
	// Proposed is the build that known variants determine where none was stated.
	Proposed genome.Build `json:"proposed_build,omitempty"`
	// Generation names what was built: equal source and spec, equal generation.
	Generation string `json:"generation"`
}

// Place is where reading continues: after this many entries of the index. It belongs to one query
// and one generation. The zero value is the beginning.
type Place int64

// NoLimit is the limit of a query that wants all rows.
const NoLimit int64 = -1
