package textfile

import (
	"bytes"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"unicode/utf8"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/zstd"
	"golang.org/x/text/encoding/unicode"

	"cohortium/internal/gwas/inflate"
)

// File is the text inside a stored file: decompressed and in UTF-8, or in single bytes when
// Encoding is Latin-1.
type File struct {
	Compression string // none, gzip, bgzip, zip, zstd or bzip2
	Encoding    string // utf-8, utf-8-bom, utf-16le, utf-16be or latin-1
	source      io.Reader
	part        bool         // source is the beginning of a file only
	taken       atomic.Int64 // bytes of the file as stored
	text        io.Reader
	limits      Limits
	out         atomic.Int64          // decompressed bytes so far
	broken      atomic.Pointer[error] // why the source ended early
}

// Unpacked returns the number of decompressed bytes so far.
func (f *File) Unpacked() int64 { return f.out.Load() }

// Through replaces the text by the result of fn. It is called before the head is read.
func (f *File) Through(fn func(text io.Reader) io.Reader) { f.text = fn(f.text) }

// storedReader counts the stored bytes that are taken, and keeps the error of the source: what
// decompression makes of it looks like damage.
type storedReader struct{ f *File }

func (s storedReader) Read(p []byte) (int, error) {
	n, err := s.f.source.Read(p)
	s.f.taken.Add(int64(n))
	if err != nil && !errors.Is(err, io.EOF) {
		s.f.broken.CompareAndSwap(nil, &err)
	}
	return n, err
}

// Open looks at the first bytes of a file and returns its text. A zip file needs a
// source that is an io.ReaderAt of known size, or a Watched one.
func Open(r io.Reader, limits Limits) (*File, error) {
	return (&File{source: r, limits: limits.withDefaults()}).open()
}

// OpenStart is like Open, for the beginning of a file, which may be cut off anywhere.
func OpenStart(r io.Reader, limits Limits) (*File, error) {
	return (&File{source: r, part: true, limits: limits.withDefaults()}).open()
}

func (f *File) open() (*File, error) {
	stored := newPeeker(storedReader{f}, 64<<10)
	magic, err := stored.peek(4096)
	if err != nil {
		return nil, f.readError(err)
	}
	if len(magic) == 0 {
		return nil, &FileError{Code: CodeEmpty, What: "The file is empty.", Remedy: "Check that the upload or the export finished, and send the file again."}
	}
	plain, err := f.decompress(stored, magic)
	if err != nil {
		return nil, err
	}
	text := newPeeker(&limitedReader{r: plain, f: f}, 64<<10)
	start, err := text.peek(4096)
	if err != nil && len(start) == 0 {
		return nil, err
	}
	if len(start) == 0 {
		return nil, &FileError{Code: CodeEmpty, What: "The compressed file holds nothing.", Remedy: "Check that the export finished, and send the file again."}
	}
	if f.Compression != "none" {
		if kind := compressionOf(start); kind != "none" {
			return nil, &FileError{
				Code:   CodeArchive,
				What:   fmt.Sprintf("The %s file holds another %s file.", f.Compression, kind),
				Remedy: "Compress the table once only.",
			}
		}
	}
	if err := refuseBinary(start); err != nil {
		return nil, err
	}
	f.decode(text, start)
	return f, nil
}

// compressionOf names the compression by its magic bytes.
func compressionOf(b []byte) string {
	switch {
	case len(b) >= 2 && b[0] == 0x1f && b[1] == 0x8b:
		if len(b) >= 18 && b[3]&4 != 0 && b[12] == 'B' && b[13] == 'C' {
			return "bgzip"
		}
		return "gzip"
	case bytes.HasPrefix(b, []byte("PK\x03\x04")), bytes.HasPrefix(b, []byte("PK\x05\x06")):
		return "zip"
	case bytes.HasPrefix(b, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		return "zstd"
	case len(b) >= 10 && string(b[:3]) == "BZh" && string(b[4:10]) == "1AY&SY":
		return "bzip2"
	}
	return "none"
}

func (f *File) decompress(r *peeker, magic []byte) (io.Reader, error) {
	f.Compression = compressionOf(magic)
	switch f.Compression {
	case "gzip", "bgzip":
		if f.Compression == "bgzip" {
			if err := f.bgzipCut(); err != nil {
				return nil, err
			}
		}
		z, err := inflate.NewReader(r)
		if err != nil {
			return nil, f.readError(err)
		}
		return z, nil
	case "zip":
		if f.part {
			return zipStart(r)
		}
		at, size, ok := randomAccess(f.source)
		if !ok {
			return nil, errZipStream
		}
		text, err := f.openZip(at, size)
		if err != nil {
			return nil, f.readError(err)
		}
		return text, nil
	case "zstd":
		z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(f.maxWindow()))
		if err != nil {
			return nil, f.readError(err)
		}
		return z.IOReadCloser(), nil
	case "bzip2":
		return bzip2.NewReader(r), nil
	}
	return r, nil
}

// maxWindow returns how much memory a zstd file may make the decoder keep. The usual settings ask
// for 8 MiB at most; more is allowed for a file that can unpack to more.
func (f *File) maxWindow() uint64 {
	const usual, most = 8 << 20, 128 << 20
	if _, size, ok := randomAccess(f.source); ok {
		return uint64(min(max(size*f.limits.Ratio, usual), most))
	}
	return most
}

// limitedReader applies the size limits and words the errors of decompression. It
// repeats its last error: a buffer above it may look ahead and forget.
type limitedReader struct {
	r   io.Reader
	f   *File
	err error
}

func (l *limitedReader) Read(p []byte) (n int, err error) {
	if l.err != nil {
		return 0, l.err
	}
	n, l.err = l.read(p)
	return n, l.err
}

func (l *limitedReader) read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	f := l.f
	out := f.out.Add(int64(n))
	if out > f.limits.Bytes {
		return n, &FileError{
			Code:   CodeTooLarge,
			Byte:   f.taken.Load(),
			What:   fmt.Sprintf("The file unpacks to more than %d bytes.", f.limits.Bytes),
			Remedy: "Split it, or ask the administrator to raise the limit.",
		}
	}
	if f.Compression != "none" && out > ratioFrom && out/f.limits.Ratio > f.taken.Load() {
		return n, &FileError{
			Code:   CodeTooLarge,
			Byte:   f.taken.Load(),
			What:   fmt.Sprintf("The file unpacks to more than %d times its size, which no real table does.", f.limits.Ratio),
			Remedy: "Send the table itself.",
		}
	}
	if err != nil && !errors.Is(err, io.EOF) {
		err = f.readError(err)
	}
	return n, err
}

// readError words a failure of the source or of its decompression. A file is truncated or damaged
// only if a Verified source has the bytes it must have: other bytes are a fault of where it is
// stored, which reading again may cure.
func (f *File) readError(err error) error {
	var known *FileError
	if errors.As(err, &known) {
		return known
	}
	var corrupt flate.CorruptInputError
	var structural bzip2.StructuralError
	var damage *inflate.DamageError
	at := f.taken.Load()
	if broken := f.broken.Load(); broken != nil {
		return unreadable(at, *broken)
	}
	if errors.As(err, &damage) {
		at = damage.Offset
	}
	file := f.Compression + " file"
	if f.Compression == "none" {
		file = "file"
	}
	switch {
	case errors.Is(err, zstd.ErrWindowSizeExceeded):
		return &FileError{
			Code:   CodeTooLarge,
			Byte:   at,
			What:   fmt.Sprintf("The zstd file needs more than %d MiB of memory to unpack.", f.maxWindow()>>20),
			Remedy: "Compress it with the usual settings, without --long and --ultra.",
			Err:    err,
		}
	case errors.Is(err, io.ErrUnexpectedEOF) || f.Compression != "none" && errors.Is(err, io.EOF):
		return f.unlessChanged(
			&FileError{
				Code:   CodeTruncated,
				Byte:   at,
				What:   "The " + file + " ends too early: its last part is missing.",
				Remedy: "Send the complete file again.",
				Err:    err,
			},
		)
	case damage != nil, errors.As(err, &corrupt), errors.As(err, &structural),
		errors.Is(err, zstd.ErrCRCMismatch), errors.Is(err, zstd.ErrMagicMismatch), f.Compression == "zstd":
		return f.unlessChanged(
			&FileError{
				Code:   CodeDamaged,
				Byte:   at,
				What:   "The " + file + " is damaged: its contents do not match their check sum or cannot be unpacked.",
				Remedy: "Compress the table again and send the new file.",
				Err:    err,
			},
		)
	}
	return unreadable(at, err)
}

func unreadable(at int64, err error) error {
	return &FileError{Code: CodeRead, Byte: at, What: "The file could not be read to its end.", Remedy: "Try again.", Err: err}
}

// unlessChanged returns damage unless the source no longer has the bytes it must have.
func (f *File) unlessChanged(damage *FileError) error {
	if source, ok := behind(f.source).(Verified); ok {
		if err := source.Verify(); err != nil {
			return unreadable(damage.Byte, err)
		}
	}
	return damage
}

// decode removes a byte order mark and turns UTF-16 into UTF-8. Bytes that are not UTF-8 are
// reported as Latin-1 and left alone: only names can be affected.
func (f *File) decode(text *peeker, start []byte) {
	f.text = text
	switch {
	case bytes.HasPrefix(start, []byte{0xef, 0xbb, 0xbf}):
		f.Encoding = "utf-8-bom"
		text.discard(3)
	case bytes.HasPrefix(start, []byte{0xff, 0xfe}):
		f.Encoding = "utf-16le"
		f.text = unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder().Reader(text)
	case bytes.HasPrefix(start, []byte{0xfe, 0xff}):
		f.Encoding = "utf-16be"
		f.text = unicode.UTF16(unicode.BigEndian, unicode.ExpectBOM).NewDecoder().Reader(text)
	case validUTF8Start(start):
		f.Encoding = "utf-8"
	default:
		f.Encoding = "latin-1"
	}
}

// validUTF8Start tolerates a character that is cut off at the end.
func validUTF8Start(b []byte) bool {
	for cut := 0; cut < utf8.UTFMax && cut <= len(b); cut++ {
		if utf8.Valid(b[:len(b)-cut]) {
			return true
		}
	}
	return false
}
