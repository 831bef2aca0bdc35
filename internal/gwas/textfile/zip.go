package textfile

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"strings"

	"github.com/klauspost/compress/flate"
)

// Signatures of the parts of a zip file.
const (
	zipLocal      = 0x04034b50
	zipDescriptor = 0x08074b50
	zipCentral    = 0x02014b50
	zipEnd        = 0x06054b50
)

var (
	errZipCRC  = &FileError{Code: CodeDamaged, What: "The zip file is damaged: the contents do not match their check sum.", Remedy: "Compress the table again and send the new file."}
	errZipMany = &FileError{Code: CodeArchive, What: "The zip file holds more than one file.", Remedy: "Send one table per file."}
	errZipCut  = &FileError{Code: CodeTruncated, What: "The zip file ends too early: its last part is missing.", Remedy: "Send the complete file again."}
)

// zipReader reads the one file of a zip archive from a stream, without seeking to
// the directory at its end. Resource forks that macOS adds are passed over.
type zipReader struct {
	r          *peeker
	entry      zipEntry
	data       io.Reader
	crc        uint32
	size       uint64
	descriptor bool
	done       bool
}

type zipEntry struct {
	flags, method uint16
	crc           uint32
	size          uint64 // as stored
	name          string
}

func newZipReader(r *peeker) (*zipReader, error) {
	for {
		e, ok, err := readZipEntry(r)
		if err != nil {
			return nil, err
		}
		if !ok {
			return nil, &FileError{Code: CodeArchive, What: "The zip file holds no file.", Remedy: "Send one table per zip file."}
		}
		if e.name == "[Content_Types].xml" || strings.HasPrefix(e.name, "xl/") || e.name == "_rels/.rels" {
			return nil, &FileError{Code: CodeBinary, What: "This is an Excel workbook, not a table of text.", Remedy: "Save the sheet as tab-delimited text."}
		}
		if strings.HasSuffix(e.name, "/") && e.size == 0 && e.flags&8 == 0 {
			continue
		}
		return newZipData(r, e)
	}
}

func newZipData(r *peeker, e zipEntry) (*zipReader, error) {
	z := &zipReader{r: r, entry: e, descriptor: e.flags&8 != 0}
	switch {
	case e.flags&1 != 0:
		return nil, &FileError{Code: CodeArchive, What: "The zip file is protected by a password.", Remedy: "Send it without a password."}
	case e.method == 8:
		z.data = flate.NewReader(r)
	case e.method == 0 && !z.descriptor:
		z.data = io.LimitReader(r, int64(e.size))
	default:
		return nil, &FileError{Code: CodeArchive, What: "The zip file uses a compression that is not supported.", Remedy: "Compress the table with gzip or with ordinary zip."}
	}
	return z, nil
}

// readZipEntry reads one local header; ok is false at the directory.
func readZipEntry(r *peeker) (e zipEntry, ok bool, err error) {
	var h [30]byte
	if _, err := io.ReadFull(r, h[:4]); err != nil {
		return e, false, errZipCut
	}
	switch binary.LittleEndian.Uint32(h[:]) {
	case zipLocal:
	case zipCentral, zipEnd:
		return e, false, nil
	default:
		return e, false, &FileError{Code: CodeDamaged, What: "The zip file is damaged.", Remedy: "Compress the table again and send the new file."}
	}
	if _, err := io.ReadFull(r, h[4:]); err != nil {
		return e, false, errZipCut
	}
	e = zipEntry{flags: binary.LittleEndian.Uint16(h[6:]), method: binary.LittleEndian.Uint16(h[8:]),
		crc: binary.LittleEndian.Uint32(h[14:]), size: uint64(binary.LittleEndian.Uint32(h[18:]))}
	names := make([]byte, int(binary.LittleEndian.Uint16(h[26:]))+int(binary.LittleEndian.Uint16(h[28:])))
	if _, err := io.ReadFull(r, names); err != nil {
		return e, false, errZipCut
	}
	split := binary.LittleEndian.Uint16(h[26:])
	e.name = string(names[:split])
	if extra := names[split:]; e.size == 1<<32-1 && len(extra) >= 20 && binary.LittleEndian.Uint16(extra) == 1 {
		e.size = binary.LittleEndian.Uint64(extra[12:])
	}
	return e, true, nil
}

func (z *zipReader) Read(p []byte) (int, error) {
	if z.done {
		return 0, io.EOF
	}
	n, err := z.data.Read(p)
	z.crc = crc32.Update(z.crc, crc32.IEEETable, p[:n])
	z.size += uint64(n)
	if !errors.Is(err, io.EOF) {
		return n, err
	}
	z.done = true
	if err := z.finish(); err != nil {
		return n, err
	}
	return n, io.EOF
}

// finish checks the sum and that nothing but the directory follows.
func (z *zipReader) finish() error {
	want := z.entry.crc
	if z.descriptor {
		var err error
		if want, err = z.readDescriptor(); err != nil {
			return err
		}
	} else if z.entry.method == 0 && z.size < z.entry.size {
		return errZipCut
	}
	if want != z.crc {
		return errZipCRC
	}
	for {
		e, ok, err := readZipEntry(z.r)
		if err != nil || !ok {
			return err
		}
		if !strings.HasPrefix(e.name, "__MACOSX/") {
			return errZipMany
		}
		rest, err := newZipData(z.r, e)
		if err != nil {
			return err
		}
		if _, err := io.Copy(io.Discard, rest.data); err != nil {
			return err
		}
		if rest.descriptor {
			if _, err := rest.readDescriptor(); err != nil {
				return err
			}
		}
	}
}

// readDescriptor reads the sizes that follow the data: with or without its
// signature, in 4 or 8 bytes. What comes next tells which.
func (z *zipReader) readDescriptor() (crc uint32, err error) {
	b, _ := z.r.peek(28)
	skip := 0
	if len(b) >= 4 && binary.LittleEndian.Uint32(b) == zipDescriptor {
		skip = 4
	}
	for _, length := range []int{12, 20} {
		if len(b) < skip+length+4 {
			break
		}
		switch binary.LittleEndian.Uint32(b[skip+length:]) {
		case zipLocal, zipCentral, zipEnd:
			crc = binary.LittleEndian.Uint32(b[skip:])
			z.r.discard(skip + length)
			return crc, nil
		}
	}
	return 0, errZipCut
}
