package table

import (
	"archive/zip"
	"bytes"
	"cohortium/internal/platform/phrase"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"io"
	"strings"

	"github.com/klauspost/compress/zstd"

	"cohortium/internal/platform/errs"
)

var (
	gzipMagic  = []byte{0x1f, 0x8b}
	zipMagic   = []byte("PK\x03\x04")
	zstdMagic  = []byte{0x28, 0xb5, 0x2f, 0xfd}
	bzip2Magic = []byte("BZh")
	bzip2Block = []byte("1AY&SY") // behind the magic and a digit
)

func isZip(content []byte) bool { return bytes.HasPrefix(content, zipMagic) }

// readAll reads a file, decompressed, up to the limit; a larger one is an error as soon as that is
// seen, whatever its line lengths.
func readAll(r io.Reader) ([]byte, error) {
	content, err := bounded(r)
	if err != nil {
		return nil, err
	}
	open := opener(content)
	if open == nil {
		return content, nil
	}
	in, err := open(content)
	if err == nil {
		content, err = bounded(in)
	}
	switch {
	case errors.Is(err, zstd.ErrWindowSizeExceeded):
		return nil, refuse(
			"window",
			"This file is compressed with a window of more than %d MiB. Compress it with the usual settings and send it again.",
			MaxBytes>>20,
		)
	case errors.Is(err, zstd.ErrDecoderSizeExceeded):
		return nil, tooLarge()
	case err != nil && errs.KindOf(err) == errs.Internal:
		return nil, errs.New(errs.Rule, "damaged", "This compressed file is damaged or cut off. Compress and send it again.").Because(err)
	case err == nil && opener(content) != nil:
		return nil, refuse("nested", "This file is compressed twice. Send the table itself, or compress it once.")
	}
	return content, err
}

// opener returns a decompressor for a file, by its first bytes; nil when it is not compressed. A
// workbook is a ZIP, but read as it is.
func opener(content []byte) func(content []byte) (io.Reader, error) {
	switch {
	case bytes.HasPrefix(content, gzipMagic):
		return func(content []byte) (io.Reader, error) { return gzip.NewReader(bytes.NewReader(content)) }
	case bytes.HasPrefix(content, zstdMagic):
		return openZstd
	case bytes.HasPrefix(content, bzip2Magic) && len(content) > 4 && bytes.HasPrefix(content[4:], bzip2Block):
		return func(content []byte) (io.Reader, error) { return bzip2.NewReader(bytes.NewReader(content)), nil }
	case isZip(content) && !isWorkbook(content):
		return openZip
	}
	return nil
}

// openZstd decodes without goroutines, so that a reader needs no closing.
func openZstd(content []byte) (io.Reader, error) {
	return zstd.NewReader(bytes.NewReader(content), zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(MaxBytes))
}

// isWorkbook distinguishes a workbook, even a damaged one, from a ZIP of other files.
func isWorkbook(content []byte) bool {
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return true
	}
	_, err = z.Open("[Content_Types].xml")
	return err == nil
}

// openZip opens the one file of a ZIP.
func openZip(content []byte) (io.Reader, error) {
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return nil, err
	}
	var files []*zip.File
	for _, f := range z.File {
		if !f.FileInfo().IsDir() && !strings.HasPrefix(f.Name, "__MACOSX/") {
			files = append(files, f)
		}
	}
	if len(files) != 1 {
		return nil, refuse(
			"several_files",
			"This ZIP holds %s files. Send one that holds the table and nothing else, or the table itself.",
			phrase.Thousands(len(files)),
		)
	}
	return files[0].Open()
}

func bounded(r io.Reader) ([]byte, error) {
	content, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err != nil {
		return nil, err
	}
	if len(content) > MaxBytes {
		return nil, tooLarge()
	}
	return content, nil
}

func tooLarge() error {
	return errs.New(errs.TooLarge, "too_large", "This file is larger than %d MiB. A table that people fill in is not; check what was chosen.", MaxBytes>>20)
}
