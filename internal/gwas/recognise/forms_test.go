package recognise

import (
	"fmt"
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/sumstatstest"
	"cohortium/internal/gwas/variant"
)

// tableOf has thirty rows of tab-separated cells.
func tableOf(header string, row func(i int) string) []byte {
	text := strings.ReplaceAll(header, ";", "\t") + "\n"
	for i := range 30 {
		text += strings.ReplaceAll(row(i), ";", "\t") + "\n"
	}
	return []byte(text)
}

// Names in Greek, with brackets or with other blanks are known like their plain forms.
func TestNamesInOtherLetters(t *testing.T) {
	for name, want := range map[string]sumstats.Field{
		"β": sumstats.FieldBeta, "Β": sumstats.FieldBeta, "ϐ": sumstats.FieldBeta, "ß": sumstats.FieldBeta, "β coefficient": "", "ln(OR)": sumstats.FieldBeta,
		"SE(β)": sumstats.FieldSE, "SE (β)": sumstats.FieldSE, "SE[beta]": sumstats.FieldSE, "log(OR)_SE": sumstats.FieldSE,
		"-log10(P)": sumstats.FieldNegLog10P, "\u2212log10 (P value)": sumstats.FieldNegLog10P,
		"Pos (hg19)": sumstats.FieldPosition, "Effect\u00a0allele": sumstats.FieldEffectAllele, "(P)": sumstats.FieldP, "(x)": "",
	} {
		if a, _ := aliasOf(normaliseHeader(name)); a.field != want {
			t.Errorf("%q is %q, want %q", name, a.field, want)
		}
	}
}

// A column whose cells hold more than a number is not read. The report states what the file has and
// which answers help, and each of them does.
func TestCellsOfSeveralNumbers(t *testing.T) {
	const before, places = "chr;pos;effect_allele;other_allele;", "1;%d;A;G;"
	for _, c := range []struct {
		name, header, cells, says string
		without                   sumstats.Field // an answer that lets the file in
	}{
		{"ratio and interval", "OR (95% CI);p", "1.05 (1.01-1.09);0.02", "holds an effect with its interval or error, such as 1.05 (1.01-1.09): split it into columns of one number each, such as odds_ratio, ci_lower and ci_upper", ""},
		{"under a plain name", "OR;p", "1.05 [1.01, 1.09];0.02", "The column OR holds an effect with its interval", ""},
		{"hazard ratio", "HR (95% CI);p", "1.05 (1.01 to 1.09);0.02", "such as hazard_ratio, ci_lower", ""},
		{"beta and error", "β (SE);p", "-0.05 (0.02);0.02", "such as beta, ci_lower", ""},
		{"interval alone", "beta;95% CI", "0.05;0.01\u20130.09", "holds both ends of an interval, such as 0.01\u20130.09", ""},
		{"interval in brackets", "beta;95% CI", "0.05;(-0.01, 0.09)", "holds both ends of an interval", ""},
		{"frequencies of studies", "beta;se;p;eaf", "0.05;0.02;0.02;0.12,0.34", "The column eaf holds lists of numbers, such as 0.12,0.34. Split it", sumstats.FieldEAF},
		{"sizes with blanks", "beta;se;p;n", "0.05;0.02;0.02;12 500", "The column n holds numbers with blanks between their digits, such as 12 500", sumstats.FieldN},
		{"decimal commas", "beta;se;p;eaf", "0.05;0.02;0.02;0,12", "The column eaf holds numbers with a comma, such as 0,12. Export", sumstats.FieldEAF},
		{"thousands", "beta;se;p;n", "0.05;0.02;0.02;12,500", "The column n holds numbers with a comma", sumstats.FieldN},
		{"lists of effects", "beta;se;p", "0.05,0.06;0.02;0.02", "The column beta holds lists of numbers", ""},
	} {
		file := tableOf(before+c.header, func(i int) string { return fmt.Sprintf(places, 1000+i) + c.cells })
		in := inspectBytes(t, c.name, file)
		var found string
		for _, f := range in.Findings {
			if f.Level == sumstats.Block {
				found += f.Message + " " + f.Remedy + "\n"
			}
		}
		err := in.Decide(Answers{}).Refusal(in)
		if err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(found, c.says) {
			t.Errorf("%s: the decision says %v, the findings %s", c.name, err, found)
		}
		if flag := MapFlag(
			c.without,
			"",
		); c.without != "" &&
			(!strings.Contains(found, flag) || in.Decide(Answers{Map: sumstats.Mapping{c.without: ""}}).Refusal(in) != nil) {
			t.Errorf("%s: %s does not help: %s", c.name, flag, found)
		}
	}
	several := tableOf("CHR;POS;SNP;REF;ALT;AF_ALT;BETA;SE;P", func(i int) string {
		return fmt.Sprintf("1;%d;rs%d;C;%s", 1000+i, i+1, []string{"A;0.3;0.05;0.02;0.02", "A,T;0.3,0.01;0.05;0.02;0.02"}[i/29])
	})
	in := inspectBytes(t, "several", several)
	if d := in.Decide(Answers{Map: sumstats.Mapping{sumstats.FieldEffectAllele: "ALT"}}); d.Refusal(in) != nil {
		t.Errorf("lists of rows with several alternate alleles: %v", d.Refusal(in))
	}
}

// Positions behind rs numbers are read with the chromosome next to them.
func TestPlacesBehindNumbers(t *testing.T) {
	for name, c := range map[string]struct {
		file    []byte
		answers sumstats.Mapping
	}{
		"with alleles beside": {tableOf("CHR;SNP;EA;NEA;BETA;SE;P", func(i int) string { return fmt.Sprintf("7;rs%d:%d:A:G;G;A;0.05;0.02;0.0124", 300+i, 5000+i) }), nil},
		"position only":       {tableOf("CHR;SNP;EA;NEA;BETA;SE;P", func(i int) string { return fmt.Sprintf("7;rs%d_%d;G;A;0.05;0.02;0.0124", 300+i, 5000+i) }), nil},
		"alleles within":      {tableOf("CHR;SNP;BETA;SE;P", func(i int) string { return fmt.Sprintf("7;rs%d:%d:A:G;0.05;0.02;0.0124", 300+i, 5000+i) }), sumstats.Mapping{sumstats.FieldChrPosRefAlt: "SNP"}},
	} {
		in := inspectBytes(t, name, c.file)
		d := in.Decide(Answers{Map: c.answers})
		if err := d.Refusal(in); err != nil || c.answers != nil && in.Decide(Answers{}).Refusal(in) == nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		rows, _, err := sumstatstest.ReadRows(t, c.file, sumstats.ReadOptions{Mapping: d.Mapping})
		if err != nil || len(rows) != 30 {
			t.Errorf("%s: %d rows, %v", name, len(rows), err)
			continue
		}
		if r := rows[4]; r.Chromosome != 7 || r.Position != 5004 || r.RSID != 304 || r.EA != variant.G || r.OA != variant.A {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// A column of rs numbers and places is a question, and each answer reads the rows of one kind.
func TestMixedNames(t *testing.T) {
	for _, places := range []int{2, 10, 26} { // of thirty
		file := tableOf("SNP;EA;NEA;BETA;SE;P", func(i int) string {
			name := fmt.Sprintf("rs%d", 300+i)
			if i < places {
				name = fmt.Sprintf("7:%d", 5000+i)
			}
			return name + ";G;A;0.05;0.02;0.0124"
		})
		in := inspectBytes(t, "mixed", file)
		d := in.Decide(Answers{})
		if len(d.Open) != 1 || !strings.Contains(d.Open[0].Evidence[0], fmt.Sprintf("rs numbers (%d) and places (%d)", 30-places, places)) {
			t.Errorf("%d places: %+v", places, d.Open)
		}
		for f, want := range map[sumstats.Field]int{sumstats.FieldRSID: 30 - places, sumstats.FieldChrPos: places} {
			d := in.Decide(Answers{Map: sumstats.Mapping{f: "SNP"}})
			if err := d.Refusal(in); err != nil {
				t.Errorf("%s: %v", f, err)
				continue
			}
			rows, _, err := sumstatstest.ReadRows(t, file, sumstats.ReadOptions{Mapping: d.Mapping, ByRSID: d.Use.ByRSID})
			if err != nil || len(rows) != want {
				t.Errorf("%s: %d rows of %d, %v", f, len(rows), want, err)
			}
		}
	}
	placed := inspectBytes(t, "placed", tableOf("CHR;POS;SNP;EA;NEA;BETA;SE;P", func(i int) string {
		return fmt.Sprintf("7;%d;%s;G;A;0.05;0.02;0.0124", 5000+i, []string{"rs7", "7:5000"}[i%2])
	}))
	if d := placed.Decide(Answers{}); d.Refusal(placed) != nil {
		t.Errorf("with positions of its own: %v", d.Refusal(placed))
	}
}

// The report states what a program leaves out and where to get it; what a file adds to what its
// program writes is used.
func TestColumnsBesideThoseOfAProgram(t *testing.T) {
	for name, c := range map[string]struct{ header, row, says string }{
		"GENESIS": {"variant.id;chr;pos;n.obs;freq;MAC;Score;Score.SE;Score.Stat;Score.pval;Est;Est.SE;PVE", "5;7;5000;9000;0.2;3600;3;2;2.5;0.0124;0.05;0.02;0.1", "effectAllele(gds"},
		"PLINK":   {"CHR;SNP;BP;A1;TEST;NMISS;BETA;STAT;P", "7;rs5;5000;G;ADD;9000;0.05;2.5;0.0124", "the .bim file"},
	} {
		in := inspectBytes(t, name, tableOf(c.header, func(int) string { return c.row }))
		if err := in.Decide(Answers{}).Refusal(in); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	gwama := tableOf(
		"chromosome;position;rs_number;reference_allele;other_allele;eaf;OR;OR_se;OR_95L;OR_95U;z;p-value;_-log10_p-value;q_statistic;q_p-value;i2;n_studies;n_samples;effects",
		func(i int) string {
			return fmt.Sprintf("7;%d;rs%d;G;A;0.2;1.1;0.03;1.043;1.160;3.5;0.000465;3.33;1;0.3;0;2;9000;++", 5000+i, 300+i)
		},
	)
	in := inspectBytes(t, "gwama", gwama)
	if d := in.Decide(
		Answers{},
	); in.Format != "gwama" || d.Refusal(in) != nil || d.Mapping[sumstats.FieldPosition] != "position" ||
		d.Mapping[sumstats.FieldChromosome] != "chromosome" {
		t.Errorf("%s: %v", in.Format, d.Mapping)
	}
}

// minor_allele next to REF and ALT orients minor_AF, whichever allele the effect is of. In each row
// the allele G has the frequency 0.3, or 0.7 where minor_allele is the other one.
func TestMinorAlleleBesideReferenceAndAlternate(t *testing.T) {
	file := tableOf("chr;pos;ref;alt;rsid;minor_allele;minor_AF;n_complete_samples;beta;se;tstat;pval", func(i int) string {
		return fmt.Sprintf("7;%d;A;G;rs%d;%s;0.3;9000;0.05;0.02;2.5;0.0124", 5000+i, 300+i, []string{"G", "A", "G"}[i%3])
	})
	in := inspectBytes(t, "neale", file)
	if d := in.Decide(Answers{}); len(d.Open) != 1 || d.Open[0].Text != alleleQuestion {
		t.Fatalf("%+v", d.Open)
	}
	for column, want := range map[string][2]string{"alt": {"G 0.3", "G 0.7"}, "ref": {"A 0.7", "A 0.3"}, "minor_allele": {"G 0.3", "A 0.3"}} {
		d := in.Decide(Answers{Map: sumstats.Mapping{sumstats.FieldEffectAllele: column}})
		rows, _, err := sumstatstest.ReadRows(t, file, sumstats.ReadOptions{Mapping: d.Mapping, Build: genome.GRCh37})
		if err != nil || len(rows) != 30 || d.Refusal(in) != nil {
			t.Fatalf("%s: %d rows, %v, %v", column, len(rows), err, d.Refusal(in))
		}
		for i := range rows {
			if got := fmt.Sprintf(
				"%s %.1f",
				map[variant.Allele]string{variant.A: "A", variant.G: "G"}[rows[i].EA],
				rows[i].EAF,
			); got != want[i%3%2] ||
				rows[i].Beta != 0.05 {
				t.Errorf("%s, row %d: %s and %g, want %s", column, i, got, rows[i].Beta, want[i%3%2])
				break
			}
		}
	}
	for given, maf := range map[sumstats.Field]string{sumstats.FieldMinorAllele: "minor_AF", sumstats.FieldMAF: ""} {
		d := in.Decide(Answers{Map: sumstats.Mapping{sumstats.FieldEffectAllele: "alt", given: ""}})
		if d.Mapping[sumstats.FieldMinorAllele] != "" || d.Mapping[sumstats.FieldMAF] != maf {
			t.Errorf("without %s: %v", given, d.Mapping)
		}
	}
}

// A check warns of a file without positions as an inspection does, unless rs numbers are requested.
func TestCheckWarnsOfRSNumbersOnly(t *testing.T) {
	file := tableOf("SNP;EA;NEA;BETA;SE;P", func(i int) string { return fmt.Sprintf("rs%d;G;A;0.05;0.02;0.0124", 300+i) })
	for byRSID, want := range map[bool]bool{false: true, true: false} {
		r, err := Check(opener(file), CheckOptions{ByRSID: byRSID})
		if err != nil || r.Blocked() || strings.Contains(fmt.Sprint(r.Findings), unplaced.Message) != want ||
			!hasFinding(r.Inspection, unplaced.Code, sumstats.Warn) {
			t.Errorf("by rs number %v: %v, %+v", byRSID, err, r.Findings)
		}
	}
}
