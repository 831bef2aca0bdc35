package dataset_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/md5"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A check of deposits against the rules of the GWAS-SSF standard, version 1.0, and of the archive
// that takes them. It is written from the rules alone and shares no code with the writer of
// deposits.

// mandatory are the columns that a table begins with.
var mandatory = []string{"chromosome", "base_pair_location", "effect_allele", "other_allele", "effect", "standard_error",
	"effect_allele_frequency", "p"}

// either are the alternative names of two of them.
var either = map[string][]string{"effect": {"beta", "odds_ratio", "hazard_ratio"}, "p": {"p_value", "neg_log_10_p_value"}}

// cells are the rules for values, by column.
var cells = map[string]func(string) bool{
	"chromosome":              whole(1, 25),
	"base_pair_location":      whole(1, 1<<31),
	"effect_allele":           regexp.MustCompile(`^(LONG_STRING|[ACGT]+)$`).MatchString,
	"other_allele":            regexp.MustCompile(`^(LONG_STRING|[ACGT]+)$`).MatchString,
	"beta":                    between("-100", "100"),
	"odds_ratio":              between("0", "1e44"),
	"hazard_ratio":            between("0", "1e44"),
	"standard_error":          func(v string) bool { return between("0", "1e300")(v) && v != "0" },
	"effect_allele_frequency": between("0", "1"),
	"p_value":                 func(v string) bool { return between("0", "1")(v) && v != "0" },
	"neg_log_10_p_value":      between("0", "1e300"),
	"rsid":                    regexp.MustCompile(`^rs[0-9]+$`).MatchString,
	"variant_id":              regexp.MustCompile(`^[A-Za-z0-9_]+$`).MatchString,
	"ref_allele":              regexp.MustCompile(`^(EA|OA)$`).MatchString,
	"info":                    between("0", "1"),
	"n":                       whole(1, 1<<40),
}

// missing is the code of a missing value.
const missing = "#NA"

func whole(from, to int64) func(string) bool {
	return func(v string) bool {
		n, err := strconv.ParseInt(v, 10, 64)
		return err == nil && n >= from && n <= to
	}
}

// between also reads numbers that are too small for a float64.
func between(from, to string) func(string) bool {
	number := func(text string) *big.Float {
		n, _, err := big.ParseFloat(text, 10, 64, big.ToNearestEven)
		if err != nil {
			return nil
		}
		return n
	}
	return func(v string) bool {
		n := number(v)
		return n != nil && n.Cmp(number(from)) >= 0 && n.Cmp(number(to)) <= 0
	}
}

// verdict contains the findings: faults make a deposit wrong; blocks only prevent its acceptance by
// the archive.
type verdict struct {
	faults []string
	blocks []string
	rows   int
}

func (v *verdict) fault(format string, args ...any) {
	if len(v.faults) < 20 {
		v.faults = append(v.faults, fmt.Sprintf(format, args...))
	}
}

// judge checks the members of a deposit by name.
func judge(members map[string][]byte) *verdict {
	v := &verdict{}
	var table string
	for name := range members {
		if strings.HasSuffix(name, ".tsv") || strings.HasSuffix(name, ".tsv.gz") {
			table = name
		}
	}
	meta, ok := members[table+"-meta.yaml"]
	switch {
	case table == "":
		v.fault("no table with the extension .tsv or .tsv.gz")
		return v
	case !regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`).MatchString(table):
		v.fault("%q is no name for a table", table)
	case !ok:
		v.fault("no %s-meta.yaml", table)
		return v
	}
	v.table(table, members[table])
	v.metadata(table, members[table], meta)
	for name, content := range members {
		if name != "md5sum.txt" && !strings.Contains(string(members["md5sum.txt"]), sumOf(content)+"  "+name+"\n") {
			v.fault("md5sum.txt does not have the sum of %s", name)
		}
	}
	return v
}

func sumOf(content []byte) string {
	sum := md5.Sum(content)
	return hex.EncodeToString(sum[:])
}

func (v *verdict) table(name string, content []byte) {
	var text io.Reader = bytes.NewReader(content)
	if strings.HasSuffix(name, ".gz") {
		z, err := gzip.NewReader(text)
		if err != nil {
			v.fault("%s: %v", name, err)
			return
		}
		text = z
	}
	lines := bufio.NewScanner(text)
	lines.Buffer(nil, 1<<20)
	if !lines.Scan() {
		v.fault("%s is empty", name)
		return
	}
	header := strings.Split(lines.Text(), "\t")
	if !v.header(header) {
		return
	}
	seen, chromosomes, lacking := [2]int64{}, map[string]bool{}, map[string]int{}
	for lines.Scan() {
		v.rows++
		row := strings.Split(lines.Text(), "\t")
		if len(row) != len(header) {
			v.fault("row %d has %d cells", v.rows, len(row))
			continue
		}
		v.row(header, row, lacking)
		chromosomes[row[0]] = true
		var at [2]int64
		at[0], _ = strconv.ParseInt(row[0], 10, 64)
		at[1], _ = strconv.ParseInt(row[1], 10, 64)
		if slices.Compare(at[:], seen[:]) < 0 {
			v.fault("row %d is not sorted", v.rows)
		}
		seen = at
	}
	if err := lines.Err(); err != nil {
		v.fault("%s: %v", name, err)
	}
	v.taken(chromosomes, lacking)
}

// header checks that the mandatory columns come first and in their order.
func (v *verdict) header(header []string) bool {
	for i, want := range mandatory {
		names := either[want]
		if names == nil {
			names = []string{want}
		}
		if i >= len(header) || !slices.Contains(names, header[i]) {
			v.fault("column %d of %v is none of %v", i+1, header, names)
			return false
		}
	}
	for i, name := range header {
		if slices.Index(header, name) != i {
			v.fault("column %s occurs twice", name)
		}
	}
	return true
}

func (v *verdict) row(header, row []string, lacking map[string]int) {
	for i, column := range header {
		rule := cells[column]
		switch {
		case row[i] == missing && i < 4:
			v.fault("row %d has no %s", v.rows, column)
		case row[i] == missing && i < len(mandatory):
			lacking[column]++
		case row[i] == missing:
		case column == "p_value" && row[i] == "0":
			lacking["p_value above 0"]++
		case rule != nil && !rule(row[i]):
			v.fault("row %d: %q is no %s", v.rows, row[i], column)
		}
		if column == "variant_id" && row[i] != strings.Join([]string{row[0], row[1], row[3], row[2]}, "_") {
			v.fault("row %d: the variant id %s is not chromosome, position, other and effect allele", v.rows, row[i])
		}
	}
	if row[2] == row[3] {
		v.fault("row %d: both alleles are %s", v.rows, row[2])
	}
}

// taken checks the demands of the archive beyond the standard.
func (v *verdict) taken(chromosomes map[string]bool, lacking map[string]int) {
	if v.rows < 100_000 {
		v.blocks = append(v.blocks, "rows")
	}
	autosomes := 0
	for c := 1; c <= 22; c++ {
		if chromosomes[strconv.Itoa(c)] {
			autosomes++
		}
	}
	if onlyX := len(chromosomes) == 1 && chromosomes["23"]; autosomes < 22 && !onlyX {
		v.blocks = append(v.blocks, "chromosomes")
	}
	for column := range lacking {
		v.blocks = append(v.blocks, column)
	}
	slices.Sort(v.blocks)
}

// metadata checks that the required keys exist and are true.
func (v *verdict) metadata(name string, table, text []byte) {
	m, err := readYAML(text)
	if err != nil {
		v.fault("%v", err)
		return
	}
	for key, want := range map[string]string{
		"genome_assembly": `^GRCh3[78]$`, "coordinate_system": `^1-based$`, "trait_description": `.`, "samples.sample_size": `^[1-9][0-9]*$`,
		"samples.sample_ancestry_category": `.`, "genotyping_technology": `.`, "is_sorted": `^true$`, "is_harmonised": `^false$`,
		"data_file_name": "^" + regexp.QuoteMeta(name) + "$", "data_file_md5sum": "^" + sumOf(table) + "$", "file_type": `^GWAS-SSF v1\.0$`,
		"sex": `^(M|F|combined|NR)$`, "date_metadata_last_modified": `^\d{4}-\d\d-\d\d$`, "samples.case_control_study": `^(true|false)$`,
	} {
		values := m[key]
		if len(values) == 0 {
			v.fault("no %s", key)
		}
		for _, value := range values {
			if !regexp.MustCompile(want).MatchString(value) {
				v.fault("%s is %q", key, value)
			}
		}
	}
	number := func(key string) int {
		if len(m[key]) == 0 {
			return 0
		}
		n, _ := strconv.Atoi(m[key][0])
		return n
	}
	if slices.Equal(m["samples.case_control_study"], []string{"true"}) &&
		number("samples.case_count")+number("samples.control_count") != number("samples.sample_size") {
		v.fault("cases and controls are not the sample")
	}
}

// readYAML reads the part of YAML that metadata needs: keys with plain or quoted values, lists of
// them, and one list of objects. Values are by key, those of objects by both keys; null is a
// missing value.
func readYAML(text []byte) (map[string][]string, error) {
	out := map[string][]string{}
	var object, key string
	for i, line := range strings.Split(string(text), "\n") {
		content := strings.TrimSpace(line)
		if content == "" || strings.HasPrefix(content, "#") {
			continue
		}
		indent := len(line) - len(strings.TrimLeft(line, " "))
		item, isItem := strings.CutPrefix(content, "- ")
		name, value, isKey := strings.Cut(item, ":")
		isKey = isKey && regexp.MustCompile(`^[a-z_0-9]+$`).MatchString(name)
		switch {
		case isItem && !isKey:
			v, err := scalar(item)
			if err != nil || key == "" {
				return nil, fmt.Errorf("line %d: %q: %w", i+1, line, errors.Join(err))
			}
			out[key] = append(out[key], v)
			continue
		case !isKey:
			return nil, fmt.Errorf("line %d: %q has no key", i+1, line)
		case isItem:
			object = key
		case indent == 0:
			object = ""
		}
		key = name
		if object != "" {
			key = object + "." + name
		}
		if _, twice := out[key]; twice {
			return nil, fmt.Errorf("line %d: %s occurs twice", i+1, key)
		}
		v, err := scalar(strings.TrimSpace(value))
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
		if v != "" {
			out[key] = []string{v}
		}
	}
	return out, nil
}

func scalar(text string) (string, error) {
	if strings.HasPrefix(text, `"`) {
		return strconv.Unquote(text)
	}
	text, _, _ = strings.Cut(text, "  #")
	if text == "null" {
		return "", nil
	}
	return text, nil
}
