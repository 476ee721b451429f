#include "scenario.h"

#include "base/ensure.h"

namespace rondel::transcripts {

using std::chrono_literals::operator""s;

Table resting(std::uint32_t nodes, engine::Parameters parameters) {
  Table table{nodes, parameters};
  table.write_down = false;
  table.start_all();
  ENSURE(table.run_until_one_ring(10s));
  table.run(3s);
  table.write_down = true;
  return table;
}

void meanwhile(Table& table, Duration span, const std::string& line) {
  table.note("    (" + line + ")");
  table.write_down = false;
  table.run(span);
  table.write_down = true;
}

}  // namespace rondel::transcripts
