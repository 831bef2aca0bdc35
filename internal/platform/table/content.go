package table

import (
	"bytes"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

var (
	utf8Mark = []byte{0xef, 0xbb, 0xbf}
	utf16LE  = []byte{0xff, 0xfe}
	utf16BE  = []byte{0xfe, 0xff}
)

// decode converts a file to UTF-8 text with plain line ends.
func decode(content []byte, opt Options) ([]byte, error) {
	switch {
	case bytes.HasPrefix(content, utf8Mark):
		content = content[len(utf8Mark):]
	case bytes.HasPrefix(content, utf16LE), bytes.HasPrefix(content, utf16BE):
		return convert(content, unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM))
	}
	if at := bytes.IndexByte(content, 0); at >= 0 {
		return nil, refuse("binary", "This is not a text file: line %d holds a zero byte. Save the table as CSV, TSV or XLSX.", lineAt(content, at))
	}
	if !utf8.Valid(content) {
		if !opt.Latin1 {
			return nil, refuse(
				"encoding",
				"Line %d holds text that is not UTF-8. Save the file as UTF-8, or choose Latin-1.",
				lineAt(content, firstInvalid(content)),
			)
		}
		return convert(content, charmap.Windows1252)
	}
	return plainLines(content), nil
}

func convert(content []byte, from encoding.Encoding) ([]byte, error) {
	text, err := from.NewDecoder().Bytes(content)
	if err != nil {
		return nil, refuse("encoding", "The text of this file cannot be read. Save it as UTF-8.")
	}
	if at := bytes.IndexByte(text, 0); at >= 0 {
		return nil, refuse("binary", "This is not a text file: line %d holds a zero byte.", lineAt(text, at))
	}
	return plainLines(text), nil
}

func plainLines(text []byte) []byte {
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	return bytes.ReplaceAll(text, []byte("\r"), []byte("\n"))
}

func firstInvalid(content []byte) int {
	at := 0
	for at < len(content) {
		r, size := utf8.DecodeRune(content[at:])
		if r == utf8.RuneError && size == 1 {
			return at
		}
		at += size
	}
	return at
}

// lineAt returns the 1-based line of a position.
func lineAt(content []byte, at int) int {
	return bytes.Count(plainLines(content[:at]), []byte("\n")) + 1
}
