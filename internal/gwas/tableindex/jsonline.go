package tableindex

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"cohortium/internal/gwas/textfile"
)

// sampleRows is how many rows of the beginning are inspected.
const sampleRows = 1000

// maxMembers is how many members an object may have.
const maxMembers = 1000

// jsonColumns returns the names of the members of the first objects, in the order in which they
// occur.
func jsonColumns(head *textfile.Head) ([]string, error) {
	var names []string
	known := map[string]bool{}
	rows := 0
	err := headLines(head, 0, 1, func(line []byte, no int64) error {
		if len(bytes.TrimSpace(line)) == 0 {
			return nil
		}
		rows++
		return members(line, no, func(name string, _ []byte) error {
			if !known[name] {
				known[name] = true
				names = append(names, name)
			}
			return nil
		})
	})
	switch {
	case err != nil:
		return nil, err
	case len(names) == 0:
		return nil, &textfile.FileError{Code: textfile.CodeNoRows, What: "No object of the file has a member.", Remedy: "Send one JSON object in each line."}
	}
	return names, nil
}

// headLines returns the first whole lines of a head from an offset on.
func headLines(head *textfile.Head, offset int, first int64, f func(line []byte, no int64) error) error {
	text := head.Text[offset:]
	for rows := 0; len(text) > 0 && rows < sampleRows; rows++ {
		line, rest, whole := bytes.Cut(text, []byte{'\n'})
		if cut := !head.Complete || head.Cause != nil; cut && !whole {
			break
		}
		if err := f(bytes.TrimSuffix(line, []byte{'\r'}), first); err != nil {
			return err
		}
		text = rest
		first++
	}
	return nil
}

// members calls f with each member of the object that a line holds: its name and its value as JSON.
// A name that occurs twice is an error, as it is ambiguous.
func members(line []byte, no int64, f func(name string, value []byte) error) error {
	line = bytes.Trim(line, " \t\r\n") // white space of JSON
	if !json.Valid(line) {
		return &RowError{Line: no, What: "This is not one whole JSON object. Each line of the file must be one, without line breaks inside."}
	}
	if line[0] != '{' {
		return &RowError{Line: no, What: "This is JSON, but not an object with members."}
	}
	var seen [16]string
	names := seen[:0]
	for at := blank(line, 1); line[at] != '}'; {
		end := valueEnd(line, at)
		name, err := jsonString(line[at:end], no)
		if err != nil {
			return err
		}
		for _, other := range names {
			if other == name {
				return &RowError{Line: no, Column: short(name), What: "The object has this member twice."}
			}
		}
		if names = append(names, name); len(names) > maxMembers {
			return &RowError{Line: no, What: "The object has more than 1,000 members."}
		}
		at = blank(line, blank(line, end)+1) // behind the colon
		end = valueEnd(line, at)
		if err := f(name, line[at:end]); err != nil {
			return err
		}
		if at = blank(line, end); line[at] == ',' {
			at = blank(line, at+1)
		}
	}
	return nil
}

// blank skips white space of JSON that is known to be valid.
func blank(line []byte, at int) int {
	for line[at] == ' ' || line[at] == '\t' || line[at] == '\r' || line[at] == '\n' {
		at++
	}
	return at
}

// valueEnd returns the end of the value that begins at a place of valid JSON.
func valueEnd(line []byte, at int) int {
	depth := 0
	for ; ; at++ {
		switch line[at] {
		case '"':
			for at++; line[at] != '"'; at++ {
				if line[at] == '\\' {
					at++
				}
			}
			if depth == 0 {
				return at + 1
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return at
			}
			if depth--; depth == 0 {
				return at + 1
			}
		case ',', ' ', '\t', '\r', '\n', ':':
			if depth == 0 {
				return at
			}
		}
	}
}

func jsonString(quoted []byte, no int64) (string, error) {
	inner := quoted[1 : len(quoted)-1]
	if bytes.IndexByte(inner, '\\') < 0 && utf8.Valid(inner) {
		return string(inner), nil
	}
	var text string
	if err := json.Unmarshal(quoted, &text); err != nil {
		return "", &RowError{Line: no, Value: short(string(quoted)), What: "This text of JSON cannot be read."}
	}
	return text, nil
}

// jsonCell returns the text of a value: that of a string, a number as it is written, and nil for
// null and for "".
func jsonCell(value []byte, name string, no int64) ([]byte, error) {
	switch value[0] {
	case '"':
		text, err := jsonString(value, no)
		return []byte(text), err
	case 'n':
		return nil, nil
	case '{', '[':
		return nil, &RowError{Line: no, Column: name, Value: short(string(value)), What: "A list or an object cannot be a key or a position."}
	}
	return value, nil
}
