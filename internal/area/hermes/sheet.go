package hermes

import (
	"bytes"
	"cohortium/internal/platform/phrase"
	"context"
	"encoding/json"
	"errors"
	"path"
	"reflect"
	"slices"
	"strings"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/spelling"
	"cohortium/internal/platform/spreadsheet"
	"cohortium/internal/platform/table"
)

// Limits of a batch of files and of its metadata sheet.
const (
	MaxBatchFiles = 50 // the limit of unregistered files per account
	MaxSheetLines = 500
	MaxSheetBytes = 1 << 20
)

// sheetFile is the column of a sheet with the file name of a line.
const sheetFile = "file"

// BatchFile is a file of a batch with the known metadata of its submission: typed or detected texts,
// by metadata key.
type BatchFile struct {
	Name   string
	Values map[string]string
}

// MetadataCheck is a request to check the metadata of some files. Cells of a sheet replace known
// values; empty cells are ignored.
type MetadataCheck struct {
	Files []BatchFile
	Sheet []byte // CSV, TSV or XLSX; nil for none
}

// SheetProblem is an invalid value.
type SheetProblem struct {
	Column     string // key of the metadata
	Value      string // as typed; "" if missing
	Message    string
	Suggestion string // the probable value, "" for none
}

// CheckedFile is the checked metadata of one file.
type CheckedFile struct {
	Name     string
	Line     int               // of the sheet, 1-based; 0 if no line names the file
	Values   map[string]string // accepted values, and refused ones as typed
	Metadata json.RawMessage   // ready for registration; nil while there are problems
	Problems []SheetProblem
}

// LooseLine is a line of a sheet that names no file of the batch.
type LooseLine struct {
	Line       int
	File       string // as typed
	Message    string
	Suggestion string // the probable file, "" for none
}

// LooseColumn is a column of a sheet that is ignored.
type LooseColumn struct {
	Name       string
	Suggestion string // the probable column, "" for none
}

// CheckedMetadata is the answer to a MetadataCheck, with its files in the order of the request.
type CheckedMetadata struct {
	Files   []CheckedFile
	Lines   []LooseLine
	Columns []LooseColumn
}

// CheckMetadata checks the metadata of a batch of files by the rules of registration. It stores
// nothing. errs.Rule or errs.TooLarge for an unreadable sheet.
func (s *Service) CheckMetadata(ctx context.Context, _ *auth.Identity, in MetadataCheck) (*CheckedMetadata, error) {
	if len(in.Files) > MaxBatchFiles {
		return nil, errs.New(errs.TooLarge, "too_many_files", "These are %d files. The maximum is %d.", len(in.Files), MaxBatchFiles)
	}
	out := new(CheckedMetadata)
	for _, f := range in.Files {
		values := make(map[string]string, len(f.Values))
		for key, value := range f.Values {
			if !slices.Contains(sheetKeys(), key) {
				return nil, errs.New(errs.Invalid, "malformed_metadata", "%.60q is not a key of the metadata.", key)
			}
			values[key] = strings.TrimSpace(value)
		}
		out.Files = append(out.Files, CheckedFile{Name: f.Name, Values: values})
	}
	if in.Sheet != nil {
		if err := out.fillIn(ctx, in.Sheet); err != nil {
			return nil, err
		}
	}
	phenotypes, err := s.store.Phenotypes(ctx)
	if err != nil {
		return nil, err
	}
	reader := newTextReader(phenotypes)
	for i := range out.Files {
		if err := reader.check(&out.Files[i]); err != nil {
			return nil, err
		}
	}
	oneNameEach(out.Files)
	return out, nil
}

// fillIn copies the cells of a sheet to their files.
func (c *CheckedMetadata) fillIn(ctx context.Context, sheet []byte) error {
	if len(sheet) > MaxSheetBytes {
		return sheetError(errs.New(errs.TooLarge, "too_large", "This sheet is larger than %d MiB. Send the cells with metadata alone.", MaxSheetBytes>>20))
	}
	t, err := table.Read(ctx, bytes.NewReader(sheet), table.Options{})
	if kind := errs.KindOf(err); err != nil && (kind == errs.Rule || kind == errs.TooLarge) {
		return sheetError(err)
	}
	if err != nil {
		return err
	}
	if len(t.Rows) > MaxSheetLines {
		return sheetError(errs.New(errs.Rule, "too_many_rows", "This sheet has %s lines below its header. The maximum is %d.",
			phrase.Thousands(len(t.Rows)), MaxSheetLines))
	}
	keys, err := c.columnsOf(t.Header)
	if err != nil {
		return err
	}
	for _, row := range t.Rows {
		c.line(row, keys)
	}
	return nil
}

// sheetError marks the sheet as the faulty part of the request.
func sheetError(err error) error {
	var e *errs.Error
	if !errors.As(err, &e) {
		return err
	}
	return e.WithFields(errs.Field{Field: "sheet", Message: e.Detail})
}

// meantColumns maps other column names, without case and symbols, to their probable keys.
var meantColumns = map[string]string{
	"ncases":               "cases",
	"ncase":                "cases",
	"numberofcases":        "cases",
	"casecount":            "cases",
	"n":                    "totalSampleSize",
	"ntotal":               "totalSampleSize",
	"totaln":               "totalSampleSize",
	"samplesize":           "totalSampleSize",
	"numberofparticipants": "totalSampleSize",
	"trait":                phenotypeKey,
	"disease":              phenotypeKey,
	"population":           "ancestry",
	"gender":               "sex",
	"study":                keyName,
	"name":                 keyName,
	"build":                buildKey,
	"assembly":             buildKey,
	"referencebuild":       buildKey,
}

// columnsOf returns the key of each header, "" for an ignored column.
func (c *CheckedMetadata) columnsOf(headers []string) ([]string, error) {
	byName := map[string]string{"filename": sheetFile}
	known := append([]string{sheetFile}, sheetKeys()...)
	for _, key := range known {
		byName[spelling.Fold(key)] = key
	}
	near := spelling.New(known...)
	meant := func(header string) string {
		if key := meantColumns[spelling.Fold(header)]; key != "" {
			return key
		}
		return near.Nearest(header)
	}
	keys := make([]string, len(headers))
	for i, header := range headers {
		key := byName[spelling.Fold(header)]
		if key == "" {
			c.Columns = append(c.Columns, LooseColumn{Name: header, Suggestion: meant(header)})
			continue
		}
		if before := slices.Index(keys, key); before >= 0 {
			return nil, sheetError(errs.New(errs.Rule, "column_twice", "The columns “%s” and “%s” mean the same. Remove one of them.", headers[before], header))
		}
		keys[i] = key
	}
	if !slices.Contains(keys, sheetFile) {
		return nil, sheetError(
			errs.New(
				errs.Rule,
				"no_file_column",
				"The first line has to name the columns, and one of them is “%s”: the name of the file that a line is about.",
				sheetFile,
			),
		)
	}
	return keys, nil
}

// line copies the cells of a line to the file that it names.
func (c *CheckedMetadata) line(row table.Row, keys []string) {
	cells := make(map[string]string)
	for i, key := range keys {
		if text := spreadsheet.Plain(row.Cells[i]); key != "" && text != "" {
			cells[key] = text
		}
	}
	name := cells[sheetFile]
	loose := func(suggestion, message string) {
		c.Lines = append(c.Lines, LooseLine{Line: row.Line, File: name, Message: message, Suggestion: suggestion})
	}
	f := c.named(name)
	switch {
	case name == "":
		loose("", "This line names no file.")
	case f == nil:
		loose(c.near(name), "No file of this name was chosen.")
	case f.Line > 0:
		loose("", "Another line is about this file already; this one was left out.")
	default:
		f.Line = row.Line
		delete(cells, sheetFile)
		for key, text := range cells {
			f.Values[key] = text
		}
	}
}

// named finds the file with a name: exactly, else ignoring folders and case if that is unique.
func (c *CheckedMetadata) named(name string) *CheckedFile {
	var found []*CheckedFile
	base := path.Base(strings.ReplaceAll(name, `\`, "/"))
	for i := range c.Files {
		switch f := &c.Files[i]; {
		case f.Name == name:
			return f
		case strings.EqualFold(f.Name, base):
			found = append(found, f)
		}
	}
	if len(found) == 1 {
		return found[0]
	}
	return nil
}

func (c *CheckedMetadata) near(name string) string {
	var names []string
	for _, f := range c.Files {
		if f.Line == 0 {
			names = append(names, f.Name)
		}
	}
	return spelling.New(names...).Nearest(name)
}

// oneNameEach refuses a submission name that an earlier file of the batch has.
func oneNameEach(files []CheckedFile) {
	first := make(map[string]string)
	for i := range files {
		f := &files[i]
		name := f.Values[keyName]
		if name == "" {
			continue
		}
		if other, twice := first[name]; twice {
			f.Refuse(SheetProblem{Column: keyName, Value: name, Message: "The submission of " + other + " has this name too. Each needs its own."})
			continue
		}
		first[name] = f.Name
	}
}

// Refuse adds a problem. The file cannot be registered until it is fixed.
func (f *CheckedFile) Refuse(p SheetProblem) {
	f.Problems = append(f.Problems, p)
	f.Metadata = nil
}

// The keys of a submission's name and genome build.
const (
	keyName  = "dataSetName"
	buildKey = "genomeBuild"
)

// sheetKeys returns the metadata keys in form order.
func sheetKeys() []string {
	var keys []string
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Metadata]()) {
		keys = append(keys, keyOf(f))
	}
	return keys
}

func keyOf(f reflect.StructField) string {
	key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return key
}
