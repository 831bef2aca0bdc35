// Package parquetfile reads the rows of untrusted Parquet files as texts. Their footers are checked
// against their size first; their pages are decoded by a library that trusts the lengths it finds,
// in a process with a memory limit, so that a hostile file ends only its own reading (decision 30).
// It imports guard, textfile and parquet-go. It does not interpret columns.
package parquetfile

import (
	"cohortium/internal/gwas/textfile"
)

// Type is the type of the values of a column.
type Type string

// The types of columns. A list is the text of a JSON array.
const (
	Number  Type = "number"
	Text    Type = "text"
	Boolean Type = "boolean"
	List    Type = "list"
)

// Column is a leaf of the schema.
type Column struct {
	Name string // unique; the parts of its path joined by dots
	Type Type
}

// Head holds what a file declares.
type Head struct {
	Columns []Column
	Rows    int64
}

// Limits bound what is read from a file.
type Limits struct {
	Columns int
	Rows    int64
	Cell    int   // bytes of a cell; a longer one is cut behind the byte that is too much
	Bytes   int64 // of all columns, unpacked
}

const (
	// maxItems bounds the lists of a footer: 500 columns in 1000 row groups take a half of it.
	maxItems = 8 << 20
	// maxMemory bounds the decoder; 100 columns with pages of 1 MB need less.
	maxMemory = 1 << 30
	// maxRowsPerByte is how many rows may be in each byte of a file of more than rowsFrom
	// rows: a table in which any two rows differ has a tenth of one.
	maxRowsPerByte = 100
	rowsFrom       = 1 << 20
)

func damaged(err error) error {
	return &textfile.FileError{
		Code:   textfile.CodeDamaged,
		What:   "The Parquet file is damaged or cut off.",
		Remedy: "Write it again and send the complete file.",
		Err:    err,
	}
}

func tooLarge(what, remedy string) error {
	return &textfile.FileError{Code: textfile.CodeTooLarge, What: what, Remedy: remedy}
}
