package sgc

import (
	"archive/zip"
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"cohortium/internal/platform/errs"
)

// descriptionType recognises the accepted formats of a description: text, PDF, DOCX and XLSX.
func descriptionType(content []byte) (string, error) {
	const office = "application/vnd.openxmlformats-officedocument."
	switch {
	case len(content) == 0:
		return "", errs.New(errs.Rule, "empty", "This file is empty.")
	case bytes.HasPrefix(content, []byte("%PDF-")):
		return "application/pdf", nil
	case holds(content, "word/document.xml"):
		return office + "wordprocessingml.document", nil
	case holds(content, "xl/workbook.xml"):
		return office + "spreadsheetml.sheet", nil
	case utf8.Valid(content) && bytes.IndexByte(content, 0) < 0:
		return "text/plain; charset=utf-8", nil
	}
	return "", errs.New(errs.Rule, "unknown_type", "A description is a text in UTF-8, or a PDF, DOCX or XLSX file; this is none of them.")
}

// extension returns the file extension of a description in the archive.
func extension(contentType string) string {
	switch {
	case contentType == "application/pdf":
		return ".pdf"
	case strings.HasSuffix(contentType, "document"):
		return ".docx"
	case strings.HasSuffix(contentType, "sheet"):
		return ".xlsx"
	}
	return ".txt"
}

// holds reports whether content is a ZIP file with an entry of this name.
func holds(content []byte, name string) bool {
	if !bytes.HasPrefix(content, []byte("PK\x03\x04")) {
		return false
	}
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	return err == nil && slices.ContainsFunc(z.File, func(f *zip.File) bool { return f.Name == name })
}
