// Package pagedata turns any table into what a page reads: Parquet in row groups of equal size, a
// summary of each column, and the reduced plots of a table of results. It decides types and roles
// of columns, by the rules of recognise and tableindex, and rejects what is not a table, naming the
// place. It imports packages of gwas, parquet-go and the standard library. It does not know who
// owns a table or where its bytes are stored.
package pagedata

import (
	"io"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/textfile"
)

// Type is the type of the values of a column.
type Type string

// The types of columns. A list is kept as the text of a JSON array.
const (
	Number  Type = "number"
	Text    Type = "text"
	Boolean Type = "boolean"
	List    Type = "list"
)

// Role is the genetic meaning of a column; "" for no role.
type Role string

// The roles, of each of which a table has one column at most.
const (
	Chromosome   Role = "chromosome"
	Position     Role = "position" // 1-based
	EffectAllele Role = "effect_allele"
	OtherAllele  Role = "other_allele"
	P            Role = "p_value"
	NegLog10P    Role = "neg_log_10_p_value"
	Beta         Role = "beta"
	SE           Role = "standard_error"
	OddsRatio    Role = "odds_ratio"
	EAF          Role = "effect_allele_frequency"
	RSID         Role = "rsid"
	Gene         Role = "gene"
	None         Role = "none" // declares that a column has no role
)

// companionEnd and companionTitle follow the id and the header of a column of P values in
// those of the column with its −log10.
const (
	companionEnd   = "__neg_log_10"
	companionTitle = " (−log10)"
)

// The limits of a table. Those of columns and headers are the limits of a document.
const (
	MaxColumns = 500
	MaxHeader  = 500         // characters of a header
	MaxRows    = 100_000_000 // rows
	MaxCell    = 64 << 10    // bytes of a cell
	maxBytes   = 64 << 30    // of the source once unpacked
	maxGroup   = 512 << 20   // bytes of the texts of a row group
	maxSeen    = 1 << 20     // bytes of the different texts of a column that are counted
	sampleRows = 50          // rows of a preview
)

// GroupRows is the number of rows of every row group but the last.
const GroupRows = 65_536

// Source is a file that a table is made from. It must not change while it is read.
type Source struct {
	Name   string
	Data   io.ReaderAt
	Size   int64
	Build  genome.Build // from its location; UnknownBuild when that has none
	Limits textfile.Limits
	// Partial reports that these are only the first bytes, so an end in the middle of a row is not
	// an error. A partial source can be inspected, but not converted.
	Partial bool
}

// Layout holds what a user states about a source; the zero Layout states nothing.
type Layout struct {
	Delimiter textfile.Delimiter `json:"delimiter,omitempty"`
	Header    *bool              `json:"header,omitempty"`
	Types     map[string]Type    `json:"types,omitempty"` // by header
	Roles     map[string]Role    `json:"roles,omitempty"`
	Build     genome.Build       `json:"genome_build,omitempty"`
}

// Proposed is a column before its rows are read.
type Proposed struct {
	ID     string // of documents, and the name in the file
	Source string // its header
	Type   Type
	Role   Role
	Reason string // for the role, a sentence
	Doubt  string // a sentence about what to check
}

// Preview describes the beginning of a source.
type Preview struct {
	Format      string // csv, tsv, json, jsonl, gwas-ssf, bed, vcf or parquet
	Compression string
	Delimiter   textfile.Delimiter // "" where there is none
	Header      bool
	Columns     []Proposed
	Looked      int         // rows that were looked at, at most 1000
	Held        []Column    // what those hold, by column
	Rows        [][]*string // the first 50; nil is a missing value
	Build       genome.Build
	Findings    []string // sentences about the whole source
	// Refusal is the error with which Convert rejects the source because its rows are on another
	// build than stated; nil when it does not.
	Refusal error
}

// Column is a column of a table.
type Column struct {
	ID      string `json:"id"`
	Source  string `json:"source"`
	Type    Type   `json:"type"`
	Role    Role   `json:"role,omitempty"`
	Missing int64  `json:"missing"` // rows without a value
	// Unreadable counts the missing values whose text does not have the type.
	Unreadable      int64    `json:"unreadable,omitempty"`
	FirstUnreadable string   `json:"first_unreadable,omitempty"`
	Distinct        *int     `json:"distinct,omitempty"` // different values; nil when more than 1000, or 1 MiB of them
	Min             *float64 `json:"min,omitempty"`      // of numbers
	Max             *float64 `json:"max,omitempty"`
	First           []string `json:"first"`                // the first different values, at most 10
	NegLog10        string   `json:"neg_log_10,omitempty"` // id of the column with −log10 of these P values
}

// Summary describes a converted table.
type Summary struct {
	Columns   []Column     `json:"columns"`
	Rows      int64        `json:"rows"`
	RowGroups int          `json:"row_groups"`
	Build     genome.Build `json:"genome_build,omitempty"`
	Findings  []string     `json:"findings,omitempty"`
	Overview  bool         `json:"overview"` // the reduced plots were written
}
