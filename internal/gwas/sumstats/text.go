package sumstats

import "cohortium/internal/gwas/textfile"

// What the layer below says about files is said in its words.
type (
	FileError = textfile.FileError
	ErrorCode = textfile.ErrorCode
	Limits    = textfile.Limits
	Delimiter = textfile.Delimiter
	span      = textfile.Span
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
)
