package textfile

import (
	"fmt"
	"strings"
)

// ErrorCode is the kind of a FileError; the word is stable.
type ErrorCode string

// Why a file cannot be read, or not with this mapping.
const (
	CodeEmpty          ErrorCode = "empty"
	CodeNoRows         ErrorCode = "no_rows"
	CodeTruncated      ErrorCode = "truncated"
	CodeDamaged        ErrorCode = "damaged"
	CodeTooLarge       ErrorCode = "too_large"
	CodeLineTooLong    ErrorCode = "line_too_long"
	CodeTooManyColumns ErrorCode = "too_many_columns"
	CodeNUL            ErrorCode = "nul_byte"
	CodeBinary         ErrorCode = "binary"
	CodeArchive        ErrorCode = "archive"
	CodeDelimiter      ErrorCode = "delimiter"
	CodeHeader         ErrorCode = "duplicate_header"
	CodeRead           ErrorCode = "read"
	CodeRow            ErrorCode = "row"
)

// FileError explains why a file cannot be used: where, what, and what to do about it. It is worded
// for the person who made the file.
type FileError struct {
	Code   ErrorCode `json:"code"`
	Line   int64     `json:"line,omitempty"` // 1-based line of the decompressed text; 0 when none
	Byte   int64     `json:"byte,omitempty"` // offset in the file as stored, from 0; 0 when none
	What   string    `json:"what"`           // a sentence
	Remedy string    `json:"remedy"`         // a sentence
	Err    error     `json:"-"`
}

// Error returns the place, the sentence and the remedy.
func (e *FileError) Error() string {
	var b strings.Builder
	switch {
	case e.Line > 0:
		fmt.Fprintf(&b, "line %d: ", e.Line)
	case e.Byte > 0:
		fmt.Fprintf(&b, "byte %d: ", e.Byte)
	}
	b.WriteString(e.What)
	if e.Remedy != "" {
		b.WriteString(" " + e.Remedy)
	}
	return b.String()
}

// Unwrap returns the cause, if another package reported one.
func (e *FileError) Unwrap() error { return e.Err }
