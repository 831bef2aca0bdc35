package textfile

import (
	"archive/zip"
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"path"
	"strings"

	"github.com/klauspost/compress/flate"
)

const (
	// maxZipDirectory is how much may be read for the directory of a zip file: one of thousands of
	// files is not a table, and would take memory.
	maxZipDirectory = 1 << 20
	// zipRead is how much of a zip file is read at a time: it may be remote.
	zipRead = 1 << 20
	// zipTail is where the end of a directory must begin, its comment included.
	zipTail = 22 + 1<<16 - 1
)

var (
	errZipCut     = &FileError{Code: CodeTruncated, What: "The zip file ends too early: its last part is missing.", Remedy: "Send the complete file again."}
	errZipDamaged = &FileError{
		Code:   CodeDamaged,
		What:   "The zip file is damaged: its contents do not match their check sum or cannot be unpacked.",
		Remedy: "Compress the table again and send the new file.",
	}
	errZipMany   = &FileError{Code: CodeArchive, What: "The zip file holds more than one file.", Remedy: "Send one table per file."}
	errZipNone   = &FileError{Code: CodeArchive, What: "The zip file holds no file.", Remedy: "Send one table per zip file."}
	errZipLocked = &FileError{Code: CodeArchive, What: "The zip file is protected by a password.", Remedy: "Send it without a password."}
	errZipMethod = &FileError{
		Code:   CodeArchive,
		What:   "The zip file uses a compression that is not supported.",
		Remedy: "Compress the table with gzip or with ordinary zip.",
	}
	errWorkbook = &FileError{Code: CodeBinary, What: "This is an Excel workbook, not a table of text.", Remedy: "Save the sheet as tab-delimited text."}
	errDocument = &FileError{
		Code:   CodeBinary,
		What:   "This is a Word document, not a table of text.",
		Remedy: "Save the table as plain text, with tabs between columns.",
	}
	errOpenSheet = &FileError{
		Code:   CodeBinary,
		What:   "This is an OpenDocument spreadsheet, not a table of text.",
		Remedy: "Save the sheet as text CSV with tabs as the field delimiter.",
	}
	errZipStream = &FileError{
		Code:   CodeArchive,
		What:   "A zip file cannot be read from a pipe.",
		Remedy: "Save it as a file first, or compress the table with gzip.",
	}
)

// openZip returns the one file of an archive; files that macOS adds are skipped. Its read errors
// are those of the archive, as worded by zipError.
func (f *File) openZip(at io.ReaderAt, size int64) (io.Reader, error) {
	source := &zipSource{at: at, f: f, left: maxZipDirectory}
	archive, err := zip.NewReader(source, size)
	if err != nil {
		return nil, source.failure(err, size)
	}
	source.left = -1
	entry, err := onlyEntry(archive.File)
	if err != nil {
		return nil, err
	}
	archive.RegisterDecompressor(zip.Deflate, func(r io.Reader) io.ReadCloser {
		return flate.NewReader(bufio.NewReaderSize(r, zipRead))
	})
	text, err := entry.Open()
	if err != nil {
		return nil, source.failure(err, size)
	}
	return zipText{text}, nil
}

// onlyEntry returns the file that an archive holds, if it is one.
func onlyEntry(entries []*zip.File) (only *zip.File, err error) {
	var office *FileError
	for _, e := range entries {
		part := officePart(e.Name)
		switch {
		case part != nil && (office == nil || part == errDocument):
			office = part
		case isOfMac(e.Name):
		case only != nil:
			err = errZipMany // unless it is a workbook after all
		default:
			only = e
		}
	}
	switch {
	case office != nil:
		return nil, office
	case err != nil:
		return nil, err
	case only == nil:
		return nil, errZipNone
	case only.Flags&1 != 0:
		return nil, errZipLocked
	case only.Method != zip.Deflate && only.Method != zip.Store:
		return nil, errZipMethod
	}
	return only, nil
}

// officePart returns the error for a document that has a part of that name; nil for any other name.
// Word documents have parts of the names of workbooks, and more.
func officePart(name string) *FileError {
	switch {
	case strings.HasPrefix(name, "word/"):
		return errDocument
	case name == "[Content_Types].xml", name == "_rels/.rels", strings.HasPrefix(name, "xl/"):
		return errWorkbook
	case name == "mimetype", name == "content.xml":
		return errOpenSheet
	}
	return nil
}

// isOfMac reports whether an entry is a folder, or a file that macOS adds.
func isOfMac(name string) bool {
	return strings.HasSuffix(name, "/") || strings.HasPrefix(name, "__MACOSX/") || path.Base(name) == ".DS_Store"
}

// zipSource counts the bytes read from an archive, and limits them while left is not negative.
type zipSource struct {
	at   io.ReaderAt
	f    *File
	left int64
	err  error // of the source itself
}

func (s *zipSource) ReadAt(p []byte, offset int64) (int, error) {
	if s.left >= 0 {
		if s.left -= int64(len(p)); s.left < 0 {
			s.err = errZipMany
			return 0, s.err
		}
	}
	n, err := s.at.ReadAt(p, offset)
	s.f.taken.Add(int64(n))
	if err != nil && !errors.Is(err, io.EOF) {
		s.err = err
	}
	return n, err
}

// failure returns why an archive cannot be opened: it was cut off when the end of its directory is
// missing.
func (s *zipSource) failure(err error, size int64) error {
	if s.err != nil {
		return s.err
	}
	tail := make([]byte, min(size, zipTail))
	if _, tailErr := s.at.ReadAt(tail, size-int64(len(tail))); tailErr != nil && !errors.Is(tailErr, io.EOF) {
		return tailErr
	}
	fault := *errZipDamaged
	if !bytes.Contains(tail, []byte("PK\x05\x06")) {
		fault = *errZipCut
	}
	fault.Byte, fault.Err = size, err
	return &fault
}

// zipText words the errors of archive/zip about contents.
type zipText struct{ r io.Reader }

func (t zipText) Read(p []byte) (int, error) {
	n, err := t.r.Read(p)
	if errors.Is(err, zip.ErrChecksum) || errors.Is(err, zip.ErrFormat) {
		fault := *errZipDamaged
		fault.Err = err
		err = &fault
	}
	return n, err
}

// zipStart reads the first file of an archive of which only the beginning is here, for an
// inspection: it may not be the only file, nor complete.
func zipStart(r *peeker) (io.Reader, error) {
	for {
		var h [30]byte
		if _, err := io.ReadFull(r, h[:]); err != nil {
			return nil, errZipCut
		}
		if string(h[:4]) != "PK\x03\x04" {
			return nil, errZipNone
		}
		nameSize, extraSize := int(binary.LittleEndian.Uint16(h[26:])), int(binary.LittleEndian.Uint16(h[28:]))
		names := make([]byte, nameSize+extraSize)
		if _, err := io.ReadFull(r, names); err != nil {
			return nil, errZipCut
		}
		flags, method, name := binary.LittleEndian.Uint16(h[6:]), binary.LittleEndian.Uint16(h[8:]), string(names[:nameSize])
		if part := officePart(name); part != nil {
			return nil, part
		}
		var text io.Reader
		switch {
		case flags&1 != 0:
			return nil, errZipLocked
		case method == zip.Deflate:
			text = flate.NewReader(r)
		case method == zip.Store:
			text = io.LimitReader(r, int64(binary.LittleEndian.Uint32(h[18:])))
		default:
			return nil, errZipMethod
		}
		if !isOfMac(name) {
			return text, nil
		}
		if !passedOver(r, text, flags&8 != 0) {
			return nil, errZipCut
		}
	}
}

// passedOver skips to the end of a file in an archive, and of the descriptor behind it.
func passedOver(r *peeker, text io.Reader, described bool) bool {
	if _, err := io.Copy(io.Discard, text); err != nil {
		return false
	}
	if !described {
		return true
	}
	size := 12
	if start, _ := r.peek(4); string(start) == "PK\x07\x08" {
		size += 4
	}
	_, err := r.Discard(size)
	return err == nil
}
