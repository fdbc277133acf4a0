// The numbers of errors as an enumeration.
#pragma once
namespace std {
enum class errc {
    address_in_use = 98, argument_list_too_long = 7, argument_out_of_domain = 33, bad_address = 14, bad_file_descriptor = 9,
    broken_pipe = 32, connection_refused = 111, cross_device_link = 18, device_or_resource_busy = 16, directory_not_empty = 39,
    executable_format_error = 8, file_exists = 17, file_too_large = 27, filename_too_long = 36, function_not_supported = 38,
    illegal_byte_sequence = 84, interrupted = 4, invalid_argument = 22, invalid_seek = 29, io_error = 5, is_a_directory = 21,
    no_child_process = 10, no_space_on_device = 28, no_such_device = 19, no_such_device_or_address = 6,
    no_such_file_or_directory = 2, no_such_process = 3, not_a_directory = 20, not_enough_memory = 12, not_supported = 95,
    operation_canceled = 125, operation_not_permitted = 1, operation_not_supported = 95, operation_would_block = 11,
    permission_denied = 13, read_only_file_system = 30, resource_deadlock_would_occur = 35,
    resource_unavailable_try_again = 11, result_out_of_range = 34, timed_out = 110, too_many_files_open = 24,
    value_too_large = 75
};
} // namespace std
