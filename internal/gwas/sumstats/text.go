package sumstats

import "cohortium/internal/gwas/textfile"

// The words of textfile, which says what is wrong with a file as text.
type (
	// FileError says why a file cannot be used.
	FileError = textfile.FileError
	// ErrorCode is the kind of a FileError.
	ErrorCode = textfile.ErrorCode
	// Limits protect whoever reads a file.
	Limits = textfile.Limits
	// Delimiter is what stands between two cells.
	Delimiter = textfile.Delimiter

	span = textfile.Span
)

// Why a file cannot be read, or not with this mapping.
const (
	CodeEmpty          = textfile.CodeEmpty
	CodeNoRows         = textfile.CodeNoRows
	CodeTruncated      = textfile.CodeTruncated
	CodeDamaged        = textfile.CodeDamaged
	CodeTooLarge       = textfile.CodeTooLarge
	CodeLineTooLong    = textfile.CodeLineTooLong
	CodeTooManyColumns = textfile.CodeTooManyColumns
	CodeNUL            = textfile.CodeNUL
	CodeBinary         = textfile.CodeBinary
	CodeArchive        = textfile.CodeArchive
	CodeDelimiter      = textfile.CodeDelimiter
	CodeHeader         = textfile.CodeHeader
	CodeRead           = textfile.CodeRead

	CodeMapping ErrorCode = "mapping"
	// CodeMixedBuilds: the positions are not of one assembly.
	CodeMixedBuilds ErrorCode = "mixed_builds"
)
