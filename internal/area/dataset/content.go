package dataset

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"path"
	"strings"

	"cohortium/internal/platform/file"
)

// How much of a file is checked before it is accepted, in bytes. The directory of a zip file with
// one entry is never longer than the tail.
const (
	headBytes     = 64 << 10
	tailBytes     = 256 << 10
	unpackedBytes = 1 << 20
)

// format is a file format with a signature in its first bytes.
type format struct {
	name  string // for display, with its article
	magic string
}

// Formats with a signature in their first bytes. Text has none.
var (
	gzipFormat    = format{"a gzip file", "\x1f\x8b"}
	zipFormat     = format{"a zip file", "PK\x03\x04"}
	emptyZip      = format{"an empty zip file", "PK\x05\x06"}
	bzip2Format   = format{"a bzip2 file", "BZh"}
	xzFormat      = format{"an xz file", "\xfd7zXZ\x00"}
	zstdFormat    = format{"a zstd file", "\x28\xb5\x2f\xfd"}
	sevenZip      = format{"a 7-Zip archive", "7z\xbc\xaf\x27\x1c"}
	rarFormat     = format{"a RAR archive", "Rar!\x1a\x07"}
	pdfFormat     = format{"a PDF document", "%PDF-"}
	parquetFormat = format{"a Parquet file", "PAR1"}

	formats = []format{
		gzipFormat, zipFormat, emptyZip, bzip2Format, xzFormat, zstdFormat, sevenZip, rarFormat, pdfFormat, parquetFormat,
		{"an image", "\x89PNG\r\n"}, {"an image", "\xff\xd8\xff"}, {"an image", "GIF8"}, {"an HDF5 file", "\x89HDF"},
		{"an old Excel workbook", "\xd0\xcf\x11\xe0"}, {"a program", "\x7fELF"},
	}
)

// promised returns the format that a file extension promises.
func promised(ext string) (f format, text bool) {
	switch ext {
	case ".gz", ".bgz", ".gzip", ".tgz":
		return gzipFormat, false
	case ".zip", ".xlsx", ".ods":
		return zipFormat, false
	case ".bz2":
		return bzip2Format, false
	case ".xz":
		return xzFormat, false
	case ".zst":
		return zstdFormat, false
	case ".pdf":
		return pdfFormat, false
	case ".parquet":
		return parquetFormat, false
	case ".tsv", ".csv", ".txt", ".tab", ".json", ".yaml", ".yml", ".md", ".vcf", ".bed", ".ma", ".html", ".svg", ".xml":
		return format{}, true
	}
	return format{}, false
}

func formatOf(head []byte) format {
	for _, f := range formats {
		if bytes.HasPrefix(head, []byte(f.magic)) {
			return f
		}
	}
	return format{}
}

// look returns why the content of an uploaded file is not accepted: it is empty, damaged at its
// start, not of the format of its name, or an archive with several files or with an unsafe path. ""
// if it is accepted.
func (s *Service) look(ctx context.Context, sent *file.Info) (problem string, err error) {
	if sent.Size == 0 {
		return "This file is empty: it has 0 bytes. Check that the export finished and send it again.", nil
	}
	head, err := s.piece(ctx, sent.ID, 0, headBytes)
	if err != nil {
		return "", err
	}
	if problem := problemOfHead(sent.Name, head, int64(len(head)) == sent.Size); problem != "" {
		return problem, nil
	}
	if formatOf(head) == zipFormat && !isDocument(sent.Name) {
		tail, err := s.piece(ctx, sent.ID, max(0, sent.Size-tailBytes), tailBytes)
		if err != nil {
			return "", err
		}
		return problemOfZip(tail), nil
	}
	return "", nil
}

func (s *Service) piece(ctx context.Context, uploadID string, offset, length int64) (_ []byte, err error) {
	r, err := s.files.OpenFileRange(ctx, uploadID, offset, length)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	return io.ReadAll(r)
}

// isDocument reports whether the name is that of a document format that is a zip file with many
// parts.
func isDocument(name string) bool {
	ext := strings.ToLower(path.Ext(name))
	return ext == ".xlsx" || ext == ".ods"
}

// problemOfHead checks the start of a file, or a complete one.
func problemOfHead(name string, head []byte, whole bool) string {
	ext := strings.ToLower(path.Ext(name))
	want, text := promised(ext)
	is := formatOf(head)
	switch {
	case want.magic != "" && is != want && is.name != "":
		return "The name ends in " + ext + ", but this is " + is.name + ", not " + want.name + ". Rename it or choose the right file."
	case want.magic != "" && is != want:
		return "The name ends in " + ext + ", but this is not " + want.name + ". Rename it or choose the right file."
	case text && is.name != "" && is != gzipFormat: // table readers recognise gzip by its content
		return "The name ends in " + ext + ", but this is " + is.name + ". Rename it or choose the right file."
	case is == sevenZip, is == rarFormat, is == emptyZip, isTar(head):
		return "This is an archive. Send the file itself, compressed with gzip if you like."
	case is == gzipFormat:
		return problemOfGzip(head, whole)
	}
	return ""
}

func isTar(head []byte) bool { return len(head) > 262 && string(head[257:262]) == "ustar" }

// problemOfGzip decompresses the start of a gzip file; head may be the complete file.
func problemOfGzip(head []byte, whole bool) string {
	const damaged = "This gzip file is damaged: it cannot be unpacked. Compress the file again and send it."
	z, err := gzip.NewReader(bytes.NewReader(head))
	if err != nil {
		return damaged
	}
	var start prefix
	unpacked, err := io.Copy(&start, io.LimitReader(z, unpackedBytes))
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF) && whole:
		return "This gzip file ends too early: its last part is missing. Compress the file again and send it."
	case err != nil && (whole || !errors.Is(err, io.ErrUnexpectedEOF)):
		return damaged
	case unpacked == 0 && whole:
		return "This gzip file holds an empty file. Check that the export finished and send it again."
	case isTar(start):
		return "This is an archive. Send the file itself, compressed with gzip if you like."
	}
	return ""
}

// prefix keeps the first bytes that are written to it, as many as a tar file is recognised by.
type prefix []byte

// Write implements io.Writer.
func (p *prefix) Write(b []byte) (int, error) {
	const most = 512
	*p = append(*p, b[:min(len(b), most-len(*p))]...)
	return len(b), nil
}

// problemOfZip reads the directory at the end of a zip file; tail contains its last bytes. It must
// contain one file with a safe path.
func problemOfZip(tail []byte) string {
	const damaged = "This zip file is damaged: it has no list of its files. Compress the file again and send it."
	const end, entry = 22, 46 // lengths of the two records without their variable parts
	at := bytes.LastIndex(tail, []byte("PK\x05\x06"))
	if at < 0 || len(tail)-at < end {
		return damaged
	}
	entries, size := binary.LittleEndian.Uint16(tail[at+10:]), int(binary.LittleEndian.Uint32(tail[at+12:]))
	if entries != 1 {
		return "This zip file holds more than one file. Send each file by itself."
	}
	if size < entry || size > at {
		return damaged
	}
	e := tail[at-size : at]
	nameLength := int(binary.LittleEndian.Uint16(e[28:]))
	if string(e[:4]) != "PK\x01\x02" || entry+nameLength > len(e) {
		return damaged
	}
	name := strings.ReplaceAll(string(e[entry:entry+nameLength]), `\`, "/")
	mode := binary.LittleEndian.Uint32(e[38:]) >> 16
	if !isPlain(name) || e[5] == unixHost && mode&typeBits != 0 && mode&typeBits != regularFile {
		return "This zip file contains something other than plain files. Send the file itself, optionally compressed with gzip."
	}
	return ""
}

// The entry kinds of a zip file made on Unix.
const (
	unixHost    = 3
	typeBits    = 0xf000
	regularFile = 0x8000
)

// isPlain reports whether a name in an archive is a file below the folder where it is unpacked.
func isPlain(name string) bool {
	if name == "" || strings.HasPrefix(name, "/") || strings.HasSuffix(name, "/") || strings.ContainsAny(name, ":\x00") {
		return false
	}
	for part := range strings.SplitSeq(name, "/") {
		if part == ".." {
			return false
		}
	}
	return true
}
